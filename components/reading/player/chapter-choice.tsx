import type { Chapter } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { clockOf } from './clock-of.ts'

type ChapterChoiceProps = {
  readonly chapters: readonly Chapter[]
  /** Seconds. */
  readonly at: number
  /** To the start of a chapter, in seconds. */
  readonly onChoose: (at: number) => void
}

/** The chapter that is heard, and the way to the others. */
export function ChapterChoice({ chapters, at, onChoose }: ChapterChoiceProps) {
  const t = useWords('player')
  // Half a second: browsers stop a little short of where they were sent.
  const heard = chapters.findLastIndex(({ startMs }) => startMs <= at * 1000 + 500)
  return (
    <select
      aria-label={t('chapters')}
      value={heard}
      onChange={(event) => onChoose((chapters[Number(event.target.value)]?.startMs ?? 0) / 1000)}
      className="h-8 max-w-52 min-w-0 truncate rounded-2 border border-control bg-paper px-1.5 text-12 pointer-coarse:h-11"
    >
      {heard === -1 ? <option value={-1}>{t('chapters')}</option> : null}
      {chapters.map(({ startMs, title }, index) => (
        <option key={startMs} value={index}>
          {`${clockOf(startMs / 1000)} ${title}`}
        </option>
      ))}
    </select>
  )
}
