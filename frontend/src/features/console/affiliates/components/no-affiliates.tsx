import { Trans, useLingui } from "@lingui/react/macro";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";

/** A list without affiliates, with the reason. */
export function NoAffiliates({ search }: { search: string }) {
  const { t } = useLingui();
  if (search) {
    return (
      <EmptyState title={t`No affiliates match`}>
        <Trans>No affiliate's name, email or code contains “{search}”.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t`No affiliates yet`}>
      <Trans>
        Affiliates sign up at {{ address: paths.affiliate.register }} and appear here with their code.
      </Trans>
    </EmptyState>
  );
}
