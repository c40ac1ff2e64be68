"""Preferences hold for what runs inside them and for nobody else."""

from __future__ import annotations

import contextvars
import threading

from deckbuilder.games.registry import game
from deckbuilder.preferences import Preferences
from deckbuilder.words import say


def test_two_languages_in_one_process_do_not_disturb_each_other():
    japanese, english = contextvars.copy_context(), contextvars.copy_context()
    for context, language in ((japanese, "ja"), (english, "en")):
        context.run(lambda spoken: Preferences(language=spoken).in_force().__enter__(), language)
    for _ in range(2):
        assert japanese.run(say, "draft.over") == "ドラフトは終わりました。"
        assert english.run(say, "draft.over") == "The draft is over."


def test_threads_keep_their_own_language():
    both = threading.Barrier(2, timeout=30)
    told = {}

    def speak(language):
        with Preferences(language=language).in_force():
            both.wait()
            told[language] = say("draft.over")
            both.wait()

    threads = [threading.Thread(target=speak, args=(language,)) for language in ("en", "ja")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told["en"] == "The draft is over."
    assert told["ja"] != told["en"]


def test_pools_of_one_are_not_seen_by_the_other(tmp_path):
    sheet = tmp_path / "mine.csv"
    sheet.write_text("game,name,rank\nxeno,Jester,13\n", encoding="utf-8")
    own, without = Preferences(pools=(sheet,)), Preferences()
    with own.in_force():
        assert game("xeno").catalog().printings("Jester")
        with without.in_force():
            assert not game("xeno").catalog().printings("Jester")
        assert game("xeno").catalog().printings("Jester")
