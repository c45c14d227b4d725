"""`fairdeal payments`: a payment provider that moves nothing, to try a room out with."""

import os

import click

from fairdeal.cli.options import now

_SECRET = "FAIRDEAL_PAYMENT_SECRET"  # noqa: S105 - a variable's name


@click.group()
def payments() -> None:
    """A payment provider to try a room out with."""


@payments.command()
@click.option("--port", type=click.IntRange(0, 65535), default=9099, show_default=True, help="0: any that is free.")
@click.option("--room", default="http://127.0.0.1:8000", show_default=True, help="Where the room is reached.")
@click.option("--name", default="sandbox", show_default=True, help="As the room's payment_provider says.")
@click.option(
    "--withdrawals",
    type=click.Choice(["paid", "refused", "wait"]),
    default="paid",
    show_default=True,
    help="What becomes of withdrawals: at once, or, waiting, on the sandbox's page.",
)
def sandbox(port: int, room: str, name: str, withdrawals: str) -> None:
    """
    Be a payment provider that moves nothing, on this machine.

    Its page lists all payments and decides what becomes of each: paid, refused, charged back. The room needs the settings
    payment_provider, payment_url and payment_secret; the same secret is in FAIRDEAL_PAYMENT_SECRET here.
    """
    import threading

    from fairdeal.server.http.signed import SECRET_CHARACTERS_MIN
    from fairdeal.server.payments.sandbox import Sandbox, serve_sandbox

    secret = os.environ.get(_SECRET, "")
    if len(secret) < SECRET_CHARACTERS_MIN:
        raise click.ClickException(f"{_SECRET} needs {SECRET_CHARACTERS_MIN} characters or more (bad_settings)")
    made = Sandbox(f"{room.rstrip('/')}/api/payments/{name}", secret, now, payouts=withdrawals)
    try:
        server = serve_sandbox(made, port)
    except OSError as error:
        raise click.ClickException(f"port {port} cannot be used: {error.strerror} (port_unusable)") from None
    click.echo(f"payment sandbox at {made.url}, for the room at {room}")
    threading.Thread(target=made.work, name="notices", daemon=True).start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        click.echo("closed")
    finally:
        made.close()
