"""The edge opens a transaction, services take it, repositories are built on it, only the database package commits."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "abano"
TRANSACTIONS = {"UnitOfWork", "PipelineTransaction", "FunctionCalls"}
# The repositories of db/repositories.py, which are built on one.
BASES = {"Repository", "AddingRepository", "PipelineRepository"}
EDGES = {
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
    "integrations/api_keys/service.py": "whose key it is is known before the request's transaction",
    "marketing/affiliates/service.py": A_TRY,
    "marketing/affiliates/codes.py": "a code is looked up on the fast path",
    "bookings/agreements/printing.py": "a background task, which prints while no connection is held",
    "accounts/access/principals.py": "who is signed in is known before the request's transaction",
    "payments/invoices/archive.py": "a background task, which prints while no connection is held",
    "bookings/desk/service.py": "an export reads each batch in its own",
    "bookings/intake/record.py": A_PUBLIC_WRITE,
    "bookings/intake/service.py": A_PUBLIC_WRITE,
    "analytics/ad_costs/service.py": AN_IMPORT,
    "analytics/ad_costs/accounts.py": "Google is asked while no connection is held",
    "catalog/editing/importing.py": AN_IMPORT,
    "site/media_library/service.py": "a part is stored after its space is taken",
    "catalog/published/service.py": A_CACHE,
    "db/revisions.py": A_CACHE,
    "site/pages/quiz_pictures.py": A_CACHE,
    "company/leaving/service.py": "a background task; a password is hashed before",
    "ops/seeds/company_setup.py": "a background task, which a command runs, too",
    "company/leaving/exports.py": "a background task; a password is hashed before",
    "company/domains/service.py": "records are looked up over the network with nothing open",
    "marketing/conversions/sending.py": A_DELIVERY,
    "catalog/exchange_rates/service.py": A_CACHE,
    "company/translations/service.py": "the operator's service is asked over the network with nothing open",
    "catalog/exchange_rates/daily_rates.py": "the operator's source is asked over the network with nothing open",
    "bookings/customers/service.py": "an export reads each batch in its own",
    "marketing/quiz_responses/service.py": "an export reads each batch in its own",
    "fleet/availability/service.py": A_PUBLIC_WRITE,
    "fleet/imported_calendars/service.py": "a calendar is fetched and read while no connection is held",
    "fleet/price_suggestions/service.py": "prices are compared with the bookings while no connection is held",
    "team/support/gate.py": "who looks is known and recorded before the request's transaction",
    "operators/console/company_data.py": "the operators' log is written before the company's transaction",
    "operators/console/moves.py": "the operators' log is written before the company's transaction",
    "operators/console/support.py": "the operators' log is written before the company's transaction",
    "operators/sign_up/service.py": f"{A_TRY}; it is of no company until there is one",
    "team/users/email_links.py": A_TRY,
    "team/users/own_account.py": A_TRY,
    "team/users/sign_in.py": A_TRY,
    "team/users/users.py": "the first admin's password is hashed before",
    "analytics/alert_rules/compose.py": A_DELIVERY,
    "analytics/own_events/service.py": "the analytics service is asked while no connection is held",
    "analytics/email_reports/compose.py": A_DELIVERY,
    "bookings/desk/documents.py": "a background task",
    "bookings/desk/daily_email.py": A_DELIVERY,
    "analytics/saved_views/shared.py": A_TRY,
    "bookings/customer_emails/compose.py": A_DELIVERY,
    "bookings/self_service/access.py": A_TRY,
    "messaging/outbox/service.py": A_DELIVERY,
    "bookings/phone_messages/sending.py": A_DELIVERY,
    "integrations/webhooks/delivery.py": A_DELIVERY,
    "payments/invoices/emails.py": A_DELIVERY,
    "payments/online/connect.py": "Stripe is asked between transactions",
    "payments/online/holds.py": A_DELIVERY,
    "payments/online/refunds.py": A_DELIVERY,
    "payments/online/service.py": A_DELIVERY,
    "web/public_writes.py": A_CACHE,
    "marketing/quiz/cache.py": A_CACHE,
    "marketing/quiz/service.py": A_PUBLIC_WRITE,
    "analytics/figures/service.py": A_QUESTION,
    "site/pages/public_media.py": A_CACHE,
    "site/pages/review_list.py": "the site is read from its cache before",
    "site/pages/service.py": A_CACHE,
    "tenancy/directory/tenant.py": A_CACHE,
    "tenancy/directory/traffic.py": A_CACHE,
    "marketing/traffic/service.py": A_PUBLIC_WRITE,
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
    return path.endswith("endpoints.py") or path.rsplit("/", 1)[-1] in EDGES


def is_built_on_a_transaction(repository: ast.ClassDef) -> bool:
    if BASES & {ast.unparse(base) for base in repository.bases}:
        return True
    taken = [
        ast.unparse(argument.annotation)
        for method in repository.body
        if isinstance(method, ast.FunctionDef) and method.name == "__init__"
        for argument in method.args.args[1:2]
        if argument.annotation
    ]
    return bool(taken) and TRANSACTIONS.issuperset(taken)


def test_repositories_are_built_on_a_transaction() -> None:
    repositories = [
        node
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name.endswith("Repository")
    ]
    assert len(repositories) > 20
    assert [each.name for each in repositories if not is_built_on_a_transaction(each)] == []


def test_services_open_no_transaction_that_the_edge_could_open() -> None:
    opening = {
        path
        for path, tree in trees()
        if {"uow", "pipeline_transaction"} & called_methods(tree) and not is_edge(path)
    }
    assert opening - {"db/engine.py"} == set(OPENERS)


def test_no_one_but_the_database_commits() -> None:
    committing = {path for path, tree in trees() if {"commit", "rollback"} & called_methods(tree)}
    assert [path for path in committing if not path.startswith("db/")] == []
