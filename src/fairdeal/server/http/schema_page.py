"""The API documentation as a static page without scripts, made from the OpenAPI document."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

Schema = Mapping[str, Any]

_METHODS: Final = ("get", "post", "put", "patch", "delete")
_STYLE: Final = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem }
h2 { margin-top: 2.5rem } h3 { margin: 2rem 0 .25rem; overflow-wrap: anywhere } h3 code { font-size: 1rem }
.method { text-transform: uppercase; font: bold .8rem monospace; margin-right: .5rem }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
td { border-top: 1px solid #8884; padding: .2rem .5rem .2rem 0; vertical-align: top; overflow-wrap: anywhere }
td:first-child { width: 35% }
p { margin: .25rem 0 }
"""


class PlainPage(OpenAPIRenderPlugin):
    """Renders every route with its request and response, and every schema with its fields."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page as HTML bytes."""
        return page_of(openapi_schema, self.get_openapi_json_route(request)).encode()


def page_of(document: Schema, source: str) -> str:
    """The HTML page of an OpenAPI document that is served at `source`."""
    info, shapes = document["info"], document.get("components", {}).get("schemas", {})
    routes = [
        (path, method, item[method])
        for path, item in sorted(document["paths"].items())
        for method in _METHODS
        if method in item
    ]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>{escape(info['title'])} API</title><style>{_STYLE}</style>",
        f"<h1>{escape(info['title'])} API</h1><p>Build {escape(info['version'])}. The same for programs: ",
        f"<a href='{escape(source)}'>OpenAPI</a>.</p><h2>Routes</h2>",
        *(_route(path, method, route) for path, method, route in routes),
        "<h2>Shapes</h2>",
        *(_shape(name, shape) for name, shape in sorted(shapes.items())),
        "</html>",
    ]
    return "".join(parts)


def _route(path: str, method: str, route: Schema) -> str:
    anchor = escape(f"{method}{path}")
    rows = [
        (
            each["name"],
            f"{each['in']}, {_kind(each.get('schema', {}))}{'' if each.get('required') else ', may be left out'}",
        )
        for each in route.get("parameters", ())
    ]
    rows += [("body", _kind(kind)) for kind in _contents(route.get("requestBody", {}))]
    for status, answer in sorted(route.get("responses", {}).items()):
        kinds = ", ".join(map(_kind, _contents(answer))) or "nothing"
        rows.append((f"answers {status}", kinds))
    says = escape(route.get("description") or route.get("summary") or "")
    head = f"<h3 id='{anchor}'><span class=method>{method}</span><code>{escape(path)}</code></h3><p>{says}</p>"
    return head + _table(rows)


def _shape(name: str, shape: Schema) -> str:
    needed = set(shape.get("required", ()))
    rows = [
        (field, f"{_kind(kind)}{'' if field in needed else ', may be left out'}")
        for field, kind in shape.get("properties", {}).items()
    ]
    says = escape(shape.get("description", ""))
    return f"<h3 id='shape-{escape(name)}'><code>{escape(name)}</code></h3><p>{says}</p>" + _table(
        rows or [("is", _kind(shape))]
    )


def _table(rows: list[tuple[str, str]]) -> str:
    cells = "".join(f"<tr><td><code>{escape(name)}</code><td>{what}" for name, what in rows)
    return f"<table>{cells}</table>" if rows else ""


def _contents(holder: Schema) -> Iterator[Schema]:
    for content in holder.get("content", {}).values():
        yield content.get("schema", {})


def _kind(kind: Schema) -> str:
    """The type of a value in a few words; schemas are links."""
    if "$ref" in kind:
        name = escape(str(kind["$ref"]).rpartition("/")[2])
        return f"<a href='#shape-{name}'>{name}</a>"
    for either in ("oneOf", "anyOf", "allOf"):
        if either in kind:
            return " or ".join(map(_kind, kind[either]))
    if "enum" in kind:
        return "one of " + ", ".join(f"<code>{escape(str(value))}</code>" for value in kind["enum"])
    if "const" in kind:
        return f"<code>{escape(str(kind['const']))}</code>"
    name = kind.get("type", "anything")
    if name == "array":
        return f"list of {_kind(kind.get('items', {}))}"
    if name == "object" and isinstance(kind.get("additionalProperties"), Mapping):
        return f"by name, {_kind(kind['additionalProperties'])}"
    return escape(" or ".join(name) if isinstance(name, list) else str(name))
