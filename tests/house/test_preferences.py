"""Preferences hold for what runs inside them and for nobody else."""

from __future__ import annotations

import contextvars
import threading

from deckbuilder.preferences import Preferences
from deckbuilder.registry import game
from deckbuilder.words import say


def test_two_languages_in_one_process_do_not_disturb_each_other():
    def tell_by_turns(language):
        with Preferences(language=language).in_force():
            for _ in range(2):
                yield say("draft.over")

    def run(context, teller):
        return context.run(next, teller, None)

    tellers = {
        language: (contextvars.copy_context(), tell_by_turns(language)) for language in ("ja", "en")
    }
    for _ in range(2):
        assert run(*tellers["ja"]) == "ドラフトが終わりました。"
        assert run(*tellers["en"]) == "The draft is over."
    assert [run(*teller) for teller in tellers.values()] == [None, None]


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
    own, without = Preferences(own_cards=(sheet,)), Preferences()
    with own.in_force():
        assert game("xeno").catalog().printings("Jester")
        with without.in_force():
            assert not game("xeno").catalog().printings("Jester")
        assert game("xeno").catalog().printings("Jester")
