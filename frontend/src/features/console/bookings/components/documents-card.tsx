import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Camera, FileText, ImageUp, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Panel } from "@/components/console/panel";
import { WithAccess } from "@/components/console/with-access";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaInput, SelectInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button, buttonClass } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { formatPlainDay, formatShortMoment } from "@/lib/format";
import { type BookingDetail, bookingQuery } from "../api";
import {
  addDocument,
  type DriverDocument,
  deleteDocument,
  documentKinds,
  documentsKey,
  documentsQuery,
  documentUrl,
  drivers,
  isPdf,
  maxBytes,
} from "../documents";

const changeable = ["pending", "confirmed", "active"];
const accepted = "image/jpeg,image/png,image/webp,application/pdf";
/** Of the page's address, to arrive here. */
const anchor = "documents";

interface Values {
  kind: DriverDocument["kind"];
  driver: DriverDocument["driver"];
}

/** Licences, passports and other documents of the drivers; nothing for a finished booking without any. */
export function DocumentsCard({ booking }: { booking: BookingDetail }) {
  const { t } = useLingui();
  const { data } = useQuery(documentsQuery(booking.id));
  const [removed, setRemoved] = useState<DriverDocument | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded && window.location.hash === `#${anchor}`) card.current?.scrollIntoView();
  }, [isLoaded]);
  const canAdd = changeable.includes(booking.status);
  if (!data || (data.documents.length === 0 && !canAdd)) return null;
  return (
    <div id={anchor} ref={card} className="scroll-mt-24">
      <Panel title={t`Drivers' documents`}>
        {data.documents.length === 0 ? (
          <p className="text-sm text-slate">
            <Trans>No documents yet.</Trans>
          </p>
        ) : (
          <>
            <ul className="-my-2 divide-y divide-line">
              {data.documents.map((each) => (
                <DocumentRow key={each.id} bookingId={booking.id} document={each} onRemove={setRemoved} />
              ))}
            </ul>
            <p className="mt-3 text-sm text-slate">
              <Trans>Deleted on {{ day: formatPlainDay(data.deletedOn) }}</Trans>
            </p>
          </>
        )}
        {canAdd && <Upload bookingId={booking.id} left={data.left} />}
      </Panel>
      {removed && <DeleteDialog bookingId={booking.id} document={removed} onClose={() => setRemoved(null)} />}
    </div>
  );
}

interface RowProps {
  bookingId: string;
  document: DriverDocument;
  onRemove: (document: DriverDocument) => void;
}

function DocumentRow({ bookingId, document, onRemove }: RowProps) {
  const { t } = useLingui();
  const name = `${t(documentKinds[document.kind])}, ${t(drivers[document.driver])}`;
  const url = documentUrl(bookingId, document.id);
  return (
    <li className="flex items-center gap-3 py-3 text-sm">
      <a
        className="flex min-h-11 min-w-0 grow items-center gap-3"
        href={url}
        target="_blank"
        rel="noreferrer"
      >
        {document.isPdf ? (
          <span className="grid size-14 shrink-0 place-items-center rounded-xl border border-line">
            <FileText aria-hidden size={22} />
          </span>
        ) : (
          <img
            src={url}
            alt=""
            loading="lazy"
            className="size-14 shrink-0 rounded-xl border border-line object-cover"
          />
        )}
        <span className="min-w-0">
          <span className="block font-semibold break-words text-pine underline underline-offset-4">
            {name}
          </span>
          <span className="tabular block text-xs text-muted">
            {[
              formatShortMoment(document.createdAt),
              document.source === "customer" ? t`sent by the customer` : document.addedBy,
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
      </a>
      <Button look="quiet" aria-label={t`Delete: ${{ name }}`} onClick={() => onRemove(document)}>
        <Trash2 aria-hidden size={18} />
      </Button>
    </li>
  );
}

function Upload({ bookingId, left }: { bookingId: string; left: number }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { control, getValues } = useForm<Values>({ defaultValues: { kind: "licence", driver: "main" } });
  const [progress, setProgress] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  async function add(files: File[]) {
    setProblem(null);
    const large = files.find((file) => isPdf(file) && file.size > maxBytes);
    if (large) return setProblem(t`${{ name: large.name }}: this PDF is larger than 1.25 MB.`);
    if (files.length > left) return setProblem(t`This booking has room for ${{ count: left }} more.`);
    const { kind, driver } = getValues();
    // One by one, so that pages stay in order and those before a failed one are kept.
    for (const [index, file] of files.entries()) {
      setProgress(t`Uploading ${{ number: index + 1 }} of ${{ count: files.length }}…`);
      try {
        const answer = await addDocument(bookingId, kind, driver, file);
        client.setQueryData(documentsKey(bookingId), answer);
      } catch (error) {
        setProblem(`${file.name}: ${sentenceOf(error)}`);
        void client.invalidateQueries({ queryKey: documentsKey(bookingId) });
        setProgress("");
        return;
      }
    }
    setProgress("");
    if (files.length > 0) toast({ title: t`Document saved` });
  }
  const isBlocked = progress !== "" || left === 0;
  const sources = [
    { name: t`Take photo`, Icon: Camera, input: { accept: "image/*", capture: "environment" as const } },
    { name: t`Upload files`, Icon: ImageUp, input: { accept: accepted, multiple: true } },
  ];
  return (
    <div className="mt-4 grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectInput control={control} name="kind" label={t`Document`}>
          {Object.entries(documentKinds).map(([value, name]) => (
            <option key={value} value={value}>
              {t(name)}
            </option>
          ))}
        </SelectInput>
        <SelectInput control={control} name="driver" label={t`Driver`}>
          {Object.entries(drivers).map(([value, name]) => (
            <option key={value} value={value}>
              {t(name)}
            </option>
          ))}
        </SelectInput>
      </div>
      <WithAccess>
        <div className="flex flex-wrap gap-2">
          {sources.map(({ name, Icon, input }) => (
            <label key={name} className={buttonClass("quiet", "relative focus-within:outline-2")}>
              <Icon aria-hidden size={18} /> {name}
              <input
                {...input}
                type="file"
                aria-label={name}
                className="absolute inset-0 cursor-pointer opacity-0"
                disabled={isBlocked}
                onChange={(event) => {
                  void add([...(event.target.files ?? [])]);
                  event.target.value = "";
                }}
              />
            </label>
          ))}
        </div>
      </WithAccess>
      <p role="status" className="text-sm text-slate empty:hidden">
        {progress || (left === 0 ? t`This booking has as many documents as it can have.` : "")}
      </p>
      <FormProblem text={problem} />
      <p className="text-sm text-muted">
        <Trans>
          Photos or PDFs of at most 1.25 MB. Location and other hidden data are removed from photos. Only your
          team sees them.
        </Trans>
      </p>
    </div>
  );
}

interface DeleteProps {
  bookingId: string;
  document: DriverDocument;
  onClose: () => void;
}

function DeleteDialog({ bookingId, document, onClose }: DeleteProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({ defaultValues: { reason: "" } });
  const submit = useSubmit(form, ({ reason }) => deleteDocument(bookingId, document.id, reason), {
    done: { title: t`Document deleted` },
    refresh: [documentsKey(bookingId), bookingQuery(bookingId).queryKey],
    onDone: (answer) => {
      client.setQueryData(documentsKey(bookingId), answer);
      onClose();
    },
  });
  return (
    <DialogForm
      title={t`Delete this document?`}
      description={`${t(documentKinds[document.kind])}, ${t(drivers[document.driver])}`}
      submit={submit}
      confirm={t`Delete document`}
      look="risky"
      isBlocked={!form.watch("reason").trim()}
      onClose={onClose}
    >
      <AreaInput
        control={form.control}
        name="reason"
        label={t`Reason`}
        hint={t`It is kept in the history of the booking. The file can't be restored.`}
        rows={2}
        maxLength={500}
      />
    </DialogForm>
  );
}
