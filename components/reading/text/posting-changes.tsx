'use client'

import { useMemo, useState } from 'react'
import { Time } from '#components/ui/time.tsx'
import type { PostingDetail, PostingVersion } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ArticleHtml } from './article-html.tsx'
import { diffTexts, type DiffPart } from './text-diff.ts'

type PostingChangesProps = { readonly posting: PostingDetail }

/** A note that a posting was edited since it was found, and what each edit changed, the latest first. */
export function PostingChanges({ posting }: PostingChangesProps) {
  const t = useWords('reading')
  const [isOpen, setOpen] = useState(false)
  const { versions } = posting
  // An edit that nobody would notice sets no time: only who kept the posting before it is told.
  const editedAt = posting.editedAt ?? versions.at(-1)?.replacedAt
  if (editedAt === undefined) return null
  return (
    <section
      aria-label={t('changes')}
      className="my-5 rounded-3 border border-line px-4 py-2.5 text-12 text-ink-2"
    >
      <div className="flex items-baseline justify-between gap-4">
        <span>
          {t.rich(versions.length > 1 ? 'updatedTimes' : 'updatedAt', {
            time: () => <Time at={editedAt} />,
            count: versions.length,
          })}
        </span>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="rounded-1 font-[550] whitespace-nowrap text-ink underline decoration-control underline-offset-3 hover:decoration-ink pointer-coarse:py-2"
        >
          {t('whatChanged')}
        </button>
      </div>
      {isOpen ? <Edits posting={posting} /> : null}
    </section>
  )
}

function Edits({ posting }: PostingChangesProps) {
  const edits = posting.versions
    .map((before, index) => ({ before, after: posting.versions[index + 1] ?? posting }))
    .toReversed()
  return (
    <ol className="mt-2 border-t border-line">
      {edits.map(({ before, after }) => (
        <li key={before.replacedAt} className="border-line pt-2 not-first:mt-3 not-first:border-t">
          <Time at={before.replacedAt} show="absolute" className="text-11 text-ink-3" />
          <Difference before={before} after={after} />
          <HeadBefore before={before} now={posting} />
          <TextBefore html={before.html} language={posting.language} />
        </li>
      ))}
    </ol>
  )
}

type Text = { readonly title: string; readonly html: string }

function Difference({ before, after }: { readonly before: Text; readonly after: Text }) {
  const t = useWords('reading')
  const parts = useMemo(() => shortened(diffTexts(textOf(before), textOf(after))), [before, after])
  if (parts.every(({ kind }) => kind === 'kept')) return <p className="mt-1">{t('wordsStayed')}</p>
  return (
    <p dir="auto" className="mt-1 font-text text-[14.5px]/[22px] wrap-anywhere whitespace-pre-line">
      {parts.map((part, index) => (
        <Part key={`${index} ${part.kind}`} {...part} />
      ))}
    </p>
  )
}

/** Struck through or underlined, so that nothing hangs on the colour; the words are for those who hear it. */
function Part({ kind, text }: DiffPart) {
  const t = useWords('reading')
  if (kind === 'kept') return text
  if (kind === 'removed')
    return (
      <del className="bg-broken-wash text-broken">
        <span className="sr-only">{`${t('removed')} `}</span>
        {text}
      </del>
    )
  return (
    <ins className="bg-fresh-wash text-fresh decoration-1 underline-offset-2">
      <span className="sr-only">{`${t('added')} `}</span>
      {text}
    </ins>
  )
}

const textOf = ({ title, html }: Text) => `${title}\n${htmlLines(html)}`

type HeadBeforeProps = {
  readonly before: PostingVersion
  readonly now: Pick<PostingDetail, 'url' | 'author'>
}

/** The earlier address and author of a posting, where they are others now. */
function HeadBefore({ before: { url, author }, now }: HeadBeforeProps) {
  const t = useWords('reading')
  return (
    <>
      {url && url !== now.url ? (
        <p className="mt-1 wrap-anywhere">
          {t.rich('addressBefore', {
            address: () => (
              <a href={url} target="_blank" rel="noopener noreferrer" className="underline">
                {url}
              </a>
            ),
          })}
        </p>
      ) : null}
      {author && author !== now.author ? <p className="mt-1">{t('authorBefore', { author })}</p> : null}
    </>
  )
}

/** Letters shown before and after a change, to know where it is. */
const CONTEXT = 80

/** The whole text before an edit: a link or a picture that changed is in no difference of words. */
function TextBefore({ html, language }: { readonly html: string; readonly language: string | null }) {
  const t = useWords('reading')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="mt-1 rounded-1 underline decoration-control underline-offset-3 hover:decoration-ink pointer-coarse:py-2"
      >
        {t('textBefore')}
      </button>
      {isOpen ? <ArticleHtml html={html} language={language} className="mt-1" /> : null}
    </>
  )
}

/** Long stretches that stayed are cut to what is near a change. */
function shortened(parts: readonly DiffPart[]): DiffPart[] {
  return parts.map((part, index) => {
    if (part.kind !== 'kept') return part
    const start = index === 0 ? '' : part.text.slice(0, CONTEXT).replace(/\S*$/, '')
    const end = index === parts.length - 1 ? '' : part.text.slice(-CONTEXT).replace(/^\S*/, '')
    const isLong = part.text.length > start.length + end.length + CONTEXT
    return isLong ? { ...part, text: [start.trimEnd(), end.trimStart()].join(' … ') } : part
  })
}

const ENDS_LINE =
  /<(?:br|hr|\/p|\/div|\/li|\/h[1-6]|\/tr|\/blockquote|\/pre|\/figure|\/figcaption)\b[^<>]*>/gi

/** The text of sanitised HTML, a line a paragraph. In the browser only: the document it is read as loads and runs nothing. */
function htmlLines(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(ENDS_LINE, '$&\n'), 'text/html')
  return (body.textContent ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('')
}
