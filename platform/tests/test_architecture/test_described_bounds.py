"""Numbers in addresses have bounds: one that a column cannot hold would be a fault of ours, not a refusal."""

from described import description


def test_every_whole_number_in_an_address_has_a_largest_value() -> None:
    found = {
        f"{method.upper()} {path} {parameter['name']}": kind
        for path, methods in description()["paths"].items()
        for method, operation in methods.items()
        for parameter in operation.get("parameters", [])
        for kind in parameter["schema"].get("anyOf", [parameter["schema"]])
        if kind.get("type") == "integer"
    }
    assert found
    assert [
        name for name, kind in found.items() if kind.keys().isdisjoint({"maximum", "exclusiveMaximum"})
    ] == []
