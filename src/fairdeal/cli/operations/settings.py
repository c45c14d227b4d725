"""`fairdeal settings`: every setting of a server, with its value and where that comes from."""

from pathlib import Path
from typing import Any

import click


@click.command()
@click.option("--settings", "file", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="A TOML file.")
@click.option("--changed", is_flag=True, help="Only those that are not at their default.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
def settings(file: Path | None, *, changed: bool, as_json: bool) -> None:
    """
    Every setting of a server, with its value and where that comes from.

    Secrets are not shown. A wrong name or value is told with where it stands and what was expected.
    """
    from fairdeal.server.settings import BadSettings, found_settings

    try:
        found = found_settings(file)
    except BadSettings as error:
        raise click.ClickException(f"{error} ({error.code})") from None
    chosen = [each for each in found if not changed or each.source != "default"]
    rows = [
        {
            "name": f"{'operator.' * each.setting.is_operators}{each.setting.name}",
            "value": "(set, not shown)" if each.setting.is_secret and each.value else each.value,
            "source": each.source,
            "what": each.setting.description.replace("`", ""),
        }
        for each in chosen
    ]
    if as_json:
        import json

        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for row in rows:
        click.echo(f"{row['name']} = {_text(row['value'])}    [{row['source']}]")
        click.echo(f"    {row['what']}")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(value) if isinstance(value, tuple) else str(value)
