import type { MarkRange } from '#lib/api/lists/search.ts'

type MarkedProps = { readonly text: string; readonly marks: readonly MarkRange[] | undefined }

/** A text with its hits marked. */
export function Marked({ text, marks = [] }: MarkedProps) {
  if (marks.length === 0) return text
  return marks.map(([from, to], index) => (
    <span key={from}>
      {text.slice(marks[index - 1]?.[1] ?? 0, from)}
      <mark className="rounded-[2px] bg-mark text-ink">{text.slice(from, to)}</mark>
      {index === marks.length - 1 ? text.slice(to) : null}
    </span>
  ))
}
