import { TextField } from "@/components/ui/field";

interface Props {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** A picture of this site by its path, and how it looks. */
export function PictureField({ value, onChange, ...frame }: Props) {
  return (
    <div className="flex items-end gap-3">
      {value.startsWith("/") && (
        <img
          src={value}
          alt=""
          className="size-16 shrink-0 rounded-xl border border-line bg-sky object-cover"
        />
      )}
      <div className="grow">
        <TextField {...frame} value={value} onChange={({ target }) => onChange(target.value.trim())} />
      </div>
    </div>
  );
}
