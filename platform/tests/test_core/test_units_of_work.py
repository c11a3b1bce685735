"""The edge opens a transaction, services take it, repositories stand on it, and only the database package commits."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "abano"
TRANSACTIONS = {"UnitOfWork", "PipelineTransaction", "FunctionCalls"}
EDGES = {
    "endpoints.py",
    "file_endpoints.py",
    "tasks.py",
    "dependencies.py",
    "operator.py",
    "provisioning.py",
    "demo.py",
}
A_TRY = "a try is committed before it is checked, and a password hashed between transactions"
A_DELIVERY = "what is claimed is sent while nothing is locked"
A_CACHE = "loads or writes for many requests"
A_QUESTION = "analytics is asked while no connection is held"
A_PUBLIC_WRITE = "opens only where there is something to store or to look up"
AN_IMPORT = "a file is read in a process while no connection is held"
# Services that open transactions, and why they cannot be given one.
OPENERS = {
    "affiliates/accounts/password_reset.py": A_TRY,
    "affiliates/accounts/payout_address.py": A_TRY,
    "affiliates/accounts/service.py": A_TRY,
    "affiliates/promo_codes/service.py": A_PUBLIC_WRITE,
    "auth/sessions.py": "who is signed in is known before the request's transaction",
    "bookings/admin/service.py": "an export reads each batch in its own",
    "bookings/intake/drafts.py": A_PUBLIC_WRITE,
    "bookings/intake/service.py": A_PUBLIC_WRITE,
    "campaign_costs/service.py": AN_IMPORT,
    "catalog_editing/importing.py": AN_IMPORT,
    "media_library/service.py": "a part is stored after its space is taken",
    "campaign_costs/find.py": "analytics is asked before and after, over the network with nothing open",
    "catalog/service.py": A_CACHE,
    "company/domains/service.py": "records are looked up over the network with nothing open",
    "conversions/sending.py": A_DELIVERY,
    "currencies/service.py": A_CACHE,
    "customers/service.py": "an export reads each batch in its own",
    "fleet/availability/service.py": A_PUBLIC_WRITE,
    "identity/invitations.py": A_TRY,
    "identity/own_password.py": A_TRY,
    "identity/password_reset.py": A_TRY,
    "identity/sign_in.py": A_TRY,
    "identity/users.py": "the first admin's password is hashed before",
    "insight/compose.py": A_DELIVERY,
    "insight_views/shared.py": A_TRY,
    "messages/compose.py": A_DELIVERY,
    "my_booking/access.py": A_TRY,
    "notifications/service.py": A_DELIVERY,
    "payments/invoices/service.py": A_DELIVERY,
    "payments/online/office.py": A_DELIVERY,
    "payments/online/refunds.py": A_DELIVERY,
    "payments/online/service.py": A_DELIVERY,
    "public_writes/limit.py": A_CACHE,
    "quiz/cache.py": A_CACHE,
    "quiz/service.py": A_PUBLIC_WRITE,
    "reports/service.py": A_QUESTION,
    "site/car_vehicles.py": "an endpoint: which car it is comes from caches, with nothing open",
    "site/media.py": "an address that is no longer used: most requests never come here",
    "site/public_media.py": A_CACHE,
    "site/service.py": A_CACHE,
    "tenants/tenant.py": A_CACHE,
    "tenants/traffic.py": A_CACHE,
    "traffic/clicks/service.py": A_PUBLIC_WRITE,
}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def called_methods(tree: ast.Module) -> set[str]:
    return {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }


def is_edge(path: str) -> bool:
    return path.rsplit("/", 1)[-1] in EDGES or "/endpoints/" in path


def test_repositories_stand_on_a_transaction() -> None:
    repositories = {
        node.name: [
            ast.unparse(argument.annotation)
            for method in node.body
            if isinstance(method, ast.FunctionDef) and method.name == "__init__"
            for argument in method.args.args[1:2]
            if argument.annotation
        ]
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name.endswith("Repository")
    }
    assert len(repositories) > 20
    assert [name for name, on in repositories.items() if not TRANSACTIONS.issuperset(on) or not on] == []


def test_services_open_no_transaction_that_the_edge_could_open() -> None:
    opening = {
        path
        for path, tree in trees()
        if {"uow", "pipeline_transaction"} & called_methods(tree) and not is_edge(path)
    }
    assert opening - {"database/engine.py"} == set(OPENERS)


def test_nobody_but_the_database_commits() -> None:
    committing = {path for path, tree in trees() if {"commit", "rollback"} & called_methods(tree)}
    assert [path for path in committing if not path.startswith("database/")] == []
