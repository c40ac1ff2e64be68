"""Cards tell what they do: every ability in a sentence, read back against its data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from deckbuilder.cli import card as card_module
from deckbuilder.cli import play as play_module
from deckbuilder.games.invasion.duel.effects import Ability
from deckbuilder.games.invasion.duel.loading import effects_in_force
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.rules_text.abilities import card_texts, tell_ability
from deckbuilder.games.invasion.duel.table import DUEL
from deckbuilder.games.table_game import Request
from deckbuilder.preferences import Preferences
from deckbuilder.registry import game

CATALOG = game("invasion").catalog()
CORE = [
    card for card in CATALOG.cards if card.set == "core" and card.id in effects_in_force(CATALOG)
]
ABILITIES = [(card, each) for card in CORE for each in effects_in_force(CATALOG)[card.id]]
LANGUAGES = {"en": 0, "ja": 1}

SAID: dict[str, dict[Any, tuple[str, str]]] = {
    "kind": {
        "action": ("^Action", "^アクション"),
        "forced": ("^Forced", "^強制"),
        "constant": ("^Constant", "^常時"),
        "quest": ("^Quest", "^クエスト"),
    },
    "t": {
        "unit": ("unit", "ユニット"),
        "support": ("support", "サポート"),
        "attachment": ("attachment", "アタッチメント"),
        "development": ("development", "デベロップ"),
        "section": ("section", "セクション"),
        "unit_or_section": ("unit or section", "ユニットまたは首都のセクション"),
        "zone": ("zone", "ゾーン"),
        "card": ("card", "カード"),
        "tactic": ("tactic", "タクティクス"),
        "chain_item": ("on the chain", "チェイン上の"),
        "player": ("target opponent", "対象の相手"),
        "damage": ("damage", "ダメージ"),
    },
    "ctrl": {
        "you": ("of yours|your capital|you sacrifice", "あなたの"),
        "opp": ("opponent", "相手"),
        "each": ("both players", "両プレイヤー"),
        "chooser": ("that player|of their choice", "そのプレイヤー|自分"),
    },
    "zone": {
        "kingdom": ("the kingdom", "キングダム"),
        "quest": ("the quest zone", "クエストゾーン"),
        "battlefield": ("the battlefield", "バトルフィールド"),
        "here": ("this zone", "このゾーン"),
        "here_name": ("zone of the same name", "同名のゾーン"),
        "hand": ("in your hand", "手札にある"),
        "Z": ("zone", "ゾーン"),
    },
    "phase": {
        "kingdom": ("kingdom phase", "キングダムフェイズ"),
        "quest": ("quest phase", "クエストフェイズ"),
        "capital": ("capital phase", "首都フェイズ"),
        "battlefield": ("battlefield phase", "バトルフィールドフェイズ"),
    },
    "combat_steps": {
        "after_target": ("after the attacked zone was named", "攻撃先のゾーンを決めた後"),
        "after_attackers": ("after attackers were declared", "攻撃ユニットを決めた後"),
        "after_assign": ("after combat damage was assigned", "戦闘ダメージを割り振った後"),
        "after_apply": ("after combat damage was applied", "戦闘ダメージを与えた後"),
    },
    "turn": {"own": ("in your own turn", "自分のターン")},
    "attacked_player": {"you": ("you are attacked", "あなたが攻撃されて")},
    "duration": {"turn": ("until the end of the turn", "ターン終了時まで")},
    "per": {
        "turn": ("a turn", "ターン"),
        "unit": ("for each such unit", "1体ごとに"),
        "effect": ("for each effect", "効果1つごとに"),
    },
    "only_first_of_turn": {True: ("only the first time in a turn", "ターンの最初の1回だけ")},
    "x": {True: ("you choose X", "Xを決め")},
    "optional": {True: ("if you want", "望むなら")},
    "same_zone": {True: ("all in one zone", "1つのゾーンにある")},
    "uncancellable": {True: ("cannot be cancelled", "打ち消せない")},
    "free": {True: ("without paying for it", "コストを支払わずに")},
    "any_number": {True: ("any number of", "好きな枚数")},
    "flag": {
        "attacking": ("attack", "攻撃中"),
        "defending": ("defend", "防御中"),
        "attacking_or_defending": ("attacking or defending", "攻撃中または防御中"),
        "damaged": ("damaged", "ダメージを受けて"),
        "corrupted": ("corrupted", "堕落し"),
        "questing_on_self": ("quests on this quest", "このクエストでクエスト中"),
        "self": ("this unit", "このユニット"),
    },
    "not": {
        "burning": ("non-burning", "炎上していない"),
        "corrupted": ("uncorrupted", "堕落していない"),
        "self": ("other than this", "この.*以外の"),
        "A": ("other than the first unit", "1つ目のユニット以外の"),
        "here": ("other than this zone", "このゾーン以外の"),
        "zone_of": ("other than the zone", "ゾーン以外の"),
        "attacked_zone": ("other than the attacked zone", "攻撃されているゾーン以外の"),
        "own_sections": ("no section of your own capital", "自分の首都のセクションを除く"),
    },
    "in": {
        "discard": ("in your discard pile", "あなたの捨て札にある"),
        "R": ("among those cards", "それらのカードの中の"),
    },
    "item": {
        "ability": ("action on the chain", "アクション"),
        "tactic": ("tactic", "タクティクス"),
    },
    "source": {"unit": ("of a unit", "ユニット"), "support": ("or support", "サポート")},
    "by": {
        "opp": ("of their choice", "自分で選んだ"),
        "chooser": ("of their choice", "自分で選んだ"),
    },
    "event": {
        "enters_play": ("enters play", "場に出たとき"),
        "leaves_play": ("leaves play", "場を離れたとき"),
        "destroyed": ("is destroyed", "破壊されたとき"),
        "enters_zone": ("enters this zone", "このゾーンに入ったとき"),
        "turn_start": ("at the start of your turn", "あなたのターンの開始時"),
        "turn_end": ("at the end of your turn", "あなたのターンの終了時"),
        "phase_start": ("phase of your turn starts", "あなたのターンの.*フェイズの開始時"),
        "phase_end": ("phase of any turn ends", "どちらのターンでも各フェイズの終了時"),
        "resources_collected": ("opponent collects", "相手が.*得たとき"),
        "zone_attacked": ("this zone is attacked", "このゾーンが攻撃されたとき"),
        "damage_would_be_dealt": ("damage would be dealt to", "ダメージが与えられるとき"),
        "damage_applied": ("is dealt at least", "以上のダメージが与えられたとき"),
        "combat_damage_applied": ("dealt at least .* in combat", "戦闘で.*以上のダメージが"),
        "deals_combat_damage": ("deals combat damage", "戦闘ダメージを与えたとき"),
    },
    "who": {
        "opp": ("the opponent", "相手"),
        "each": ("each player", "各プレイヤー"),
        "chooser": ("that player", "そのプレイヤー"),
        "P": ("target opponent", "対象の相手"),
        "host": ("the unit it is attached to", "これが付いているユニット"),
        "A": ("target unit", "対象のユニット"),
    },
    "object": {
        "self": (
            "this (unit|support|quest|tactic)",
            "この(ユニット|サポート|クエスト|タクティクス)",
        ),
        "host": ("the unit it is attached to", "これが付いているユニット"),
        "trigger_unit": ("that unit", "そのユニット"),
        "that_unit": ("that unit", "そのユニット"),
        "hit_section": ("that section", "そのセクション"),
        "opp": ("the opponent", "相手"),
    },
    "when": {
        "play": ("to play|less by", "コストが"),
        "first_played_each_turn": (
            "the first .* played in each turn",
            "各ターンにプレイする最初の",
        ),
        "next_played_this_turn": ("the next .* played this turn", "このターンにプレイする次の"),
    },
    "at": {
        "turn_end": ("at the end of the turn", "ターン終了時に"),
        "that_unit_enters_play": ("as that unit enters play", "そのユニットが場に出るとき"),
    },
    "kw": {
        "toughness": ("Toughness", "頑強"),
        "counterstrike": ("Counterstrike", "逆襲"),
        "scout": ("Scout", "斥候"),
        "limited": ("at most one Limited card a turn", "1ターンに1枚しか"),
        "order_only": ("only .* the side of Order", "オーダー陣営.*のみ"),
        "destruction_only": ("only .* the side of Destruction", "デストラクション陣営.*のみ"),
    },
    "race": {
        "dwarf": ("Dwarf", "ドワーフ"),
        "empire": ("Empire", "エンパイア"),
        "high-elf": ("High Elf", "ハイエルフ"),
        "orc": ("Orc", "オーク"),
        "chaos": ("Chaos", "ケイオス"),
        "dark-elf": ("Dark Elf", "ダークエルフ"),
    },
    "trait": {"Hero": ("Hero", "Hero")},
    "verbs": {
        "be_declared_attacker": ("cannot .*attacker", "攻撃に参加できない"),
        "be_declared_defender": ("cannot .*defender", "防御に参加できない"),
        "be_corrupted": ("cannot be corrupted", "堕落しない"),
        "be_cancelled": ("cannot be cancelled", "打ち消されない"),
    },
    "kinds": {
        "combat": ("combat", "戦闘"),
        "noncombat": ("non-combat", "戦闘以外"),
        "indirect": ("indirect", "間接"),
    },
    "n": {"all": ("all damage", "すべてのダメージ")},
    "token": {"damage": ("damage token", "ダメージトークン")},
    "tokens of": {
        "resource": ("resource token", "リソーストークン"),
        "damage": ("damage token", "ダメージトークン"),
    },
    "from": {"deck_top": ("from the top of", "上から")},
    "do": {
        "deal_damage": ("deal .*damage", "ダメージを与える"),
        "deal_indirect_damage": ("dealt .*indirect damage", "間接ダメージを受ける"),
        "add_combat_damage": ("deals .*damage more in combat", "戦闘で追加の.*ダメージ"),
        "heal": ("heal", "回復する"),
        "move_damage": ("move.*damage", "ダメージを移す"),
        "cancel_damage": ("cancel .*damage", "ダメージを打ち消す"),
        "redirect_damage": ("redirect .*damage", "ダメージを.*移し替える"),
        "destroy": ("destroy", "破壊する"),
        "sacrifice": ("sacrifices", "生贄にする"),
        "corrupt": ("corrupt", "堕落させる"),
        "restore": ("restore", "元に戻す"),
        "enters_corrupted": ("enters .*corrupted", "堕落した状態で.*入る"),
        "move_zone": ("move", "移動する"),
        "return_to_hand": ("return .* to its owner's hand", "持ち主の手札に戻す"),
        "draw": ("draw", "引く"),
        "mill": ("discards from the top of the deck", "山札の上から.*捨てる"),
        "discard_hand": ("discards all cards in hand", "手札をすべて捨てる"),
        "reveal_random": ("shows .* at random", "無作為に.*見せる"),
        "search_deck": ("look at the top", "山札の上から.*見て"),
        "shuffle_deck": ("shuffle your deck", "山札を切る"),
        "shuffle_into_deck": ("shuffle .* into your deck", "山札に入れて切る"),
        "put_into_play": ("put .* into play", "場に出す"),
        "play_card": ("play", "プレイする"),
        "play_development": ("lay .*development", "デベロップ.*置く"),
        "turn_faceup": ("turn .* face up", "表にする"),
        "gain_resources": ("gain .*resource", "リソース.*得る"),
        "lose_resources": ("loses .*resource", "リソース.*失う"),
        "transfer_resources": ("take from .*resource", "リソース.*奪う"),
        "alternative_payment": ("may pay with", "支払うことができ"),
        "modify_power": ("power", "パワー"),
        "modify_hp": ("hit point", "ヒットポイント"),
        "modify_cost": ("costs .*(more|less)", "コストが.*(多く|少なく)なる"),
        "tax_targeting": ("pays .*more .*that targets", "対象にする.*追加で"),
        "limit_per_zone": ("at most .*in one zone", "1つのゾーンに.*まで"),
        "enter_only": ("enters play only in", "でのみ場に出る"),
        "attach": ("attach", "付ける"),
        "cannot": ("cannot", "ない"),
        "gain_keyword": ("has|have|Limited|only", "持つ|限定|のみ"),
        "provide_loyalty": ("loyalty", "忠誠"),
        "place_tokens": ("put .*token", "トークン.*置く"),
        "cancel_effect": ("cancel", "打ち消す"),
        "copy_effect": ("copy", "コピーする"),
        "redirect_attack": ("attack goes instead", "攻撃先を代わりに"),
        "choose_one": ("chooses one.*; or:", "」か「.*どちらか"),
        "branch": ("if that development.*; otherwise", "なら.*そうでなければ"),
        "delayed": ("at the end of the turn|as that unit enters play", "ターン終了時|出るとき"),
    },
    "formula": {
        "dev": ("of your developments", "あなたのデベロップ"),
        "here": ("this zone", "このゾーン"),
        "kingdom": ("the kingdom", "キングダム"),
        "quest": ("the quest zone", "クエストゾーン"),
        "battlefield": ("the battlefield", "バトルフィールド"),
        "you": ("your", "あなたの"),
        "opp": ("the opponent", "相手の"),
        "any": ("both players", "両プレイヤーの"),
        "burning": ("burning section", "炎上したセクション"),
        "tokens": ("resource tokens? .*on this quest", "このクエスト.*リソーストークン"),
        "questing_units": ("quests on this quest", "クエスト中のユニット"),
        "damage": ("the damage on", "のダメージ"),
        "remaining_hp": ("remaining hit points", "残りヒットポイント"),
        "power": ("the power of", "のパワー"),
        "corrupted": ("is corrupted", "堕落していれば"),
        "damaged_units": ("damaged unit is on", "ダメージを受けている"),
        "corrupted_cards": ("corrupted cards", "堕落した.*カードの数"),
        "discarded_unit_cards": ("unit cards put into", "捨て札に置かれたユニットカード"),
        "this_turn": ("this turn", "このターンに"),
        "assigned_combat_damage": ("combat damage is assigned", "割り振られた戦闘ダメージ"),
        "resources": ("resources", "リソース"),
        "discard": ("your discard pile", "あなたの捨て札"),
        "size": ("the number of cards in your discard pile", "捨て札の枚数"),
        "attacked_zone": ("the attacked zone", "攻撃されているゾーン"),
        "attacking": ("attacks", "攻撃中"),
        "defending": ("defends", "防御中"),
        "min": ("but no more than", "小さいほう|上限"),
        "type": ("that development is", "そのデベロップが"),
        "unit": ("a unit", "ユニット"),
        "host": ("the unit it is attached to", "これが付いているユニット"),
        "self": ("this", "この"),
        "and": (" and ", "かつ"),
        "choice": ("as you like", "好きな"),
        "X": ("X", "X"),
    },
}
"""What a word of the data must be found as, in English and Japanese, by where it stands."""

_WORKS_ON = ("sel", "to", "onto", "what", "for", "from", "card", "unit", "sacrifice")
_PLAYERS = ("who", "payer", "player", "order_by", "new_targets_by", "owner")
_FORMULAS = ("if", "n", "cost_max", "look", "res", "worth", "min", "pick", "X", "cost", "zone_dev")


def facts_of(raw: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every word and number of an ability's data, and where it stands."""
    if isinstance(raw, dict):
        for word, value in raw.items():
            if word == "kind" and raw.get("do") == "place_tokens":
                yield "tokens of", value
            elif word not in ("id", "notes", "as") and not (word == "limit" and "n" not in value):
                yield from facts_of(value, word)
    elif isinstance(raw, list | tuple):
        for part in raw:
            yield from facts_of(part, key)
    elif key in _FORMULAS and raw != "all":
        # A `-` before a number turns "more" into "less"; names of targets are checked by "target".
        for token in re.findall(r"\d+|[A-Za-z_]+", str(raw)):
            yield "number" if token.isdigit() else "formula", token
    else:
        yield key, raw


def wanted(ability: Ability, language: str) -> Iterator[tuple[str, str]]:
    """What must be found in the sentence of an ability, and what for."""
    place = LANGUAGES[language]
    names = {each.id for each in (*ability.targets, *ability.choices)} | {"it", "is", "F", "R"}
    if ability.targets:
        yield ("target", "対象")[place], "a target"
    for key, value in facts_of(msgspec.to_builtins(ability)):
        if key == "number":
            yield number(value, language), f"the number {value}"
        elif value not in names or key not in ("formula", *_WORKS_ON):
            found = found_as(key, value)
            if found is not None:
                yield found[place], f"{key}: {value}"


OF = {
    "controller_of": ("controller", "コントローラー"),
    "name_of_zone": ("zone of the same name as that of", "のゾーンと同名のゾーン"),
}
UNSAID = {("by", "you"), ("kind", "keyword"), ("kind", "play_restriction"), ("to", "you")}
"""What goes without saying, as does `any`."""


def found_as(key: str, value: Any) -> tuple[str, str] | None:
    """What a word must be found as, None for what goes without saying."""
    word = str(value).partition("(")[0] if isinstance(value, str) else value
    if word in OF:
        return OF[word]
    if (key, value) in UNSAID or (key in ("ctrl", "zone", "to", *_PLAYERS) and value == "any"):
        return None
    if key in _PLAYERS and word == "you":
        return None
    if key in _PLAYERS:
        return SAID["who"][word]
    if key in _WORKS_ON and word not in SAID.get(key, {}):
        return SAID["object"][word]
    return SAID[{"is": "flag", "races": "race"}.get(key, key)][word]


def number(value: str, language: str) -> str:
    """How a number may be told."""
    if value == "0":
        return "0|up to|without|no " if language == "en" else "0|最大|ない|好きな"
    if value == "1" and language == "en":
        return r"\b1\b|\bone\b|\bonce\b|only the first time"
    return rf"(?<!\d){value}(?!\d)"


def test_there_are_157_abilities():
    assert len(ABILITIES) == 157


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", range(len(ABILITIES)), ids=[each.id for _, each in ABILITIES])
def test_a_sentence_says_all_that_its_data_say(place, language):
    card, ability = ABILITIES[place]
    with Preferences(language=language).in_force():
        text = tell_ability(ability, card.type)
    lacking = [what for said, what in wanted(ability, language) if not re.search(said, text, re.I)]
    assert lacking == [], text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_the_data_and_no_empty_place_is_left_in_a_sentence(language):
    with Preferences(language=language).in_force():
        texts = [tell_ability(ability, card.type) for card, ability in ABILITIES]
    for text in texts:
        assert not re.search(r"[{}_]|None|  |\(\)|（）| [,.;:]", text), text
        assert not re.search(r"(?<![A-Za-z])[ABFHPRSUZ](?![A-Za-z'])", text), text
        assert text.endswith("." if language == "en" else "。")
        if language == "ja":
            assert not re.search(r"[a-z]{2}", text.replace("Hero", "")), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_do_different_things_say_different_things(language):
    """Two cards of one type have the same sentence only where their data are the same."""
    said: dict[tuple[str, str], Any] = {}
    with Preferences(language=language).in_force():
        for card, ability in ABILITIES:
            data = {**msgspec.to_builtins(ability), "id": "", "notes": ()}
            # "any" is what a selector means that says nothing.
            plain = re.sub(r"'ctrl': 'any', |, 'ctrl': 'any'", "", str(data))
            key = (card.type, tell_ability(ability, card.type))
            assert said.setdefault(key, plain) == plain, key


def test_some_sentences_whole():
    """As a player would say them, worked out from the texts of the cards."""
    told = {card.name: card_texts(card, CATALOG) for card in CORE}
    assert told["Runesmith"] == (
        "Action, in the quest zone, pay 2 resources: one target unit gets +1 power until the end "
        "of the turn.",
    )
    assert told["Troll Vomit"] == ("Action, in your own turn: destroy each unit of both players.",)
    assert told["Rock Lobber"] == (
        "Action, in the battlefield, once a turn, pay 2 resources and sacrifice one unit of yours "
        "in this zone: deal 2 damage to one non-burning section of either capital.",
    )
    assert told["Dwarf Ranger"][1] == (
        "Forced, in the quest zone, when any Dwarf unit of yours other than this unit leaves play: "
        "deal 1 damage to one target unit or section of a capital."
    )
    with Preferences(language="ja").in_force():
        pilgrimage = card_texts(CATALOG.by_number("core", 117), CATALOG)
    assert pilgrimage == (
        "常時、手札にある間：このタクティクスはコストがクエストゾーンのあなたのデベロップの数だけ少なくなる。",
        "アクション：対象のユニット1体を持ち主の手札に戻す。",
    )


def test_a_card_of_unknown_effect_tells_nothing_and_one_without_a_text_an_empty_list():
    unknown = next(card for card in CATALOG.cards if card.id not in effects_in_force(CATALOG))
    assert card_texts(unknown, CATALOG) is None
    assert card_texts(CATALOG.by_number("core", 11), CATALOG) == ()


OWN = """
game: invasion
set: core
effects:
- number: 11
  name: Mountain Brigade
  abilities:
  - id: own
    kind: action
    zone: kingdom
    limit: {n: 3, per: turn}
    cost: [{res: 4}, {sacrifice: {t: support, ctrl: you, race: empire, pick: 2, by: you}}]
    targets: [{id: A, sel: {t: quest, ctrl: opp}, n: 2, by: you}]
    effect: [{do: destroy, what: A}, {do: draw, who: opp, n: 'max(burning(opp),2)'}]
"""


def test_effects_of_the_users_own_are_told(tmp_path):
    file = tmp_path / "own.yaml"
    file.write_text(OWN, encoding="utf-8")
    asked = ["Mountain Brigade", "--lang", "en", "--cards", str(file)]
    done = CliRunner().invoke(card_module.command, asked)
    assert done.exit_code == 0, done.output
    assert (
        "What it does\n"
        "  Action, in the kingdom, at most 3 times a turn, pay 4 resources and sacrifice 2 Empire "
        "supports of yours: destroy 2 target quests of the opponent; the opponent draws a number "
        "of cards equal to the number of burning sections of the opponent's capital, but no less "
        "than 2.\n"
    ) in done.output


def test_a_card_without_a_text_is_told_to_have_none():
    done = CliRunner().invoke(card_module.command, ["Mountain Brigade", "--lang", "en"])
    assert "What it does\n  It has its figures and keywords alone.\n" in done.output


def test_in_a_duel_each_row_tells_its_card_and_what_it_does(tmp_path):
    """The first hand is kept; then `?2` tells of the first card that may be played."""
    asked = ["invasion", "--seed", "3", "--lang", "en", "--log", str(tmp_path / "log")]
    done = CliRunner().invoke(play_module.command, asked, input="2\n?2\n")
    assert "What it does\n  " in done.output


def test_the_screen_says_what_may_be_used_in_place_of_the_names_of_the_data():
    """Of every choice of 2 random duels; ids such as 5a never show, and no card is unknown."""
    settings = DUEL.settings(Request(seed=5), CATALOG)
    seen = 0
    for seed in range(2):
        state, _ = RULES.start(settings, seed)
        stream = Random(seed)
        while seats := RULES.to_act(state):
            options = RULES.options(state, seats[0])
            used = [each for each in options if each.action in ("use", "resolve")]
            if used:
                view = RULES.view(state, seats[0])
                shown = DUEL.screen(settings, view, options, CATALOG)
                told = next(panel for panel in shown.panels if panel.title == "What they do")
                for row in shown.rows:
                    if row.option in used:
                        assert row.cells[2]
                        assert any(row.cells[2] in line for line in told.lines)
                        assert not re.search(r"\d+[a-c]\b", " ".join(row.cells))
                        assert CATALOG.card(*row.cards).name in row.cells[0]
                        seen += 1
                for option in used:
                    assert not re.search(r"\d+[a-c]\b", DUEL.tell_choice(settings, option, CATALOG))
            state, _ = RULES.apply(state, {seats[0]: stream.choice(options)})
    assert seen > 20
