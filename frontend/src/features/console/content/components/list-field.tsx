import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { get } from "react-hook-form";
import { type Field, listOf, moved, type Values } from "../rules/fields";
import { AddItem } from "./add-item";
import type { DrawFields, FieldProps } from "./field-props";
import { ListItem } from "./list-item";

/** Things in an order: opened one by one, moved by dragging or by the keyboard. */
export function ListField(props: FieldProps<Extract<Field, { as: "list" }>> & { draw: DrawFields }) {
  const { t } = useLingui();
  const { form, field, reference, path, draw } = props;
  const items = listOf(get(form.values, path));
  const onChange = (next: Values[]) => form.set(path, next as never);
  const isWrong = (place: number) => form.errorAt(`${path}.${place}`) !== undefined;
  const problem = form.errorAt(path, true);
  const [open, setOpen] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const { fresh } = field.item;

  function move(from: number, to: number) {
    onChange(moved(items, from, to));
    if (open === from) setOpen(Math.min(Math.max(to, 0), items.length - 1));
  }
  function add(item: Values) {
    const ids = items.map(({ id }) => Number(id) || 0);
    onChange([...items, { ...structuredClone(item), ...("id" in item && { id: Math.max(0, ...ids) + 1 }) }]);
    setOpen(items.length);
  }
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold text-slate">{t(field.label)}</legend>
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      <ol className="mt-2 flex flex-col gap-2">
        {items.map((item, place) => (
          <ListItem
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity beside their place
            key={place}
            title={field.item.title(item)}
            isHidden={item.isShown === false}
            isWrong={isWrong(place)}
            isOpen={open === place || (open === null && isWrong(place))}
            isFirst={place === 0}
            isLast={place === items.length - 1}
            canRemove={fresh.length > 0}
            onOpen={() => setOpen(open === place ? null : place)}
            onMove={(step) => move(place, place + step)}
            onRemove={() => {
              onChange(items.toSpliced(place, 1));
              setOpen(null);
            }}
            onDragStart={() => setDragged(place)}
            onDrop={() => {
              if (dragged !== null) move(dragged, place);
              setDragged(null);
            }}
          >
            {draw({
              form,
              fields: field.item.fields(item),
              path: `${path}.${place}`,
              reference: reference && `${reference}.${place}`,
            })}
          </ListItem>
        ))}
      </ol>
      {items.length < (field.max ?? Number.POSITIVE_INFINITY) && <AddItem fresh={fresh} onAdd={add} />}
    </fieldset>
  );
}
