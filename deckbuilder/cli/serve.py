"""`deckbuilder serve`: the local web page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import settles
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.prose import tell
from deckbuilder.preferences import preferences
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.web.site import Site

PORT = 8471
DONE, NO_PAGE = 0, 2


@click.command(epilog="Example: deckbuilder serve --open")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port on this machine; 0 is any that is free.",
)
@click.option("--open", "opening", is_flag=True, help="Open it in the browser.")
@click.option(
    "--get", "path", metavar="PATH", help="Print one page, such as /decks, and listen to nobody."
)
@cards_option
@language_option
@settles("--get", "--port", "--open")
def command(port: int, opening: bool, path: str | None) -> int:
    """Open the web page on this machine: build decks by looking.

    It listens to this machine only and loads nothing from elsewhere. Decks are list files in
    your data folder, and every change is written at once. Ctrl-C ends it; nothing is lost.
    """
    if path is not None:
        return _get(path, _site(port))
    return _serve(port, opening=opening)


def _site(port: int) -> Site:
    from deckbuilder.registry import games
    from deckbuilder.web.site import Site

    for game in games():
        # Cards that cannot be read are told here, not on every page.
        game.catalog()
    return Site(port=port, preferences=preferences())


def _get(path: str, site: Site) -> int:
    """Print a page; one that tells of an error is an error here, too."""
    from deckbuilder.cli.terminal import binary_output
    from deckbuilder.web.serving import fetch

    fetched = fetch(site, path)
    out = binary_output()
    out.write(fetched.content)
    out.flush()
    return DONE if fetched.status < 400 else NO_PAGE


def _serve(port: int, *, opening: bool) -> int:
    from deckbuilder.web.serving import ADDRESS, listening, serve

    door = listening(port)
    with door:
        site = _site(door.getsockname()[1])
        address = f"http://{ADDRESS}:{site.port}/"
        # Programs that start it read its address from standard output.
        click.echo(address)
        tell(say("web.serving"), err=True)
        if opening:
            import webbrowser

            webbrowser.open(address)
        serve(site, door)
    return DONE
