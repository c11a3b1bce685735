/** Why a form was not taken, for what belongs to no single field. */
export function FormProblem({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className="text-sm font-medium text-danger">
      {text}
    </p>
  );
}
