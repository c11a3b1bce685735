import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "react-router";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { adminPath } from "@/config/admin-path";
import { hand, takeBack, type WaitingRecord } from "../store/outbox";

interface Props {
  record: WaitingRecord;
  onClose: () => void;
  onSent?: () => void;
}

/** The server asks, or refuses: the record is sent as it is meant, or goes back to the form. */
export function RefusedDialog({ record, onClose, onSent }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { questions, body, bookingId } = record;

  async function meant() {
    const acknowledged = [...(body.acknowledged ?? []), ...questions.map(({ answer }) => answer)];
    const left = await hand({ ...record, body: { ...body, acknowledged }, problem: null, questions: [] });
    onClose();
    if (!left?.problem) onSent?.();
  }
  async function change() {
    await takeBack(body.id);
    onClose();
    navigate(adminPath.yardForm(bookingId, body.kind));
  }

  return (
    <Dialog title={questions.length > 0 ? t`Is this correct?` : t`Not accepted`} onClose={onClose}>
      <div className="grid gap-4">
        {questions.length > 0 ? (
          questions.map(({ answer, message }) => <p key={answer}>{message}</p>)
        ) : (
          <p>{record.problem}</p>
        )}
        <div className="grid gap-2 sm:flex sm:justify-end">
          <Button look="quiet" onClick={change}>
            <Trans>Change it</Trans>
          </Button>
          {questions.length > 0 && (
            <Button onClick={meant}>
              <Trans>Yes, it's correct</Trans>
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
