import { MediaPicker } from "@/features/console/shared/media/media-picker";

interface Props {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** As the text holds it. */
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A picture of the media library. */
export function PictureField({ onChange, ...field }: Props) {
  return <MediaPicker {...field} onChange={(mediaId) => onChange(mediaId ? { mediaId } : "")} />;
}
