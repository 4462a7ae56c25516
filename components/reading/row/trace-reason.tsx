'use client'

import Link from 'next/link'
import { ReasonText } from '#components/ui/reason-text.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'

type TraceReasonProps = {
  readonly posting: PostingDetail
  readonly moment: (at: string) => string
}

/** Why a posting was found just then, and the way to what is known of its source. */
export function TraceReason({ posting, moment }: TraceReasonProps) {
  const t = useWords('reading')
  return (
    <div className="mt-2 text-12 text-ink-2">
      <p>
        {posting.decisionReason === null ? t('firstPoll') : <ReasonText reason={posting.decisionReason} />}
      </p>
      {posting.previousPollAt === null ? null : (
        <p>{t('foundBy', { found: moment(posting.foundAt), before: moment(posting.previousPollAt) })}</p>
      )}
      <Link
        href={`/sources/${posting.sourceId}`}
        className="mt-1 inline-block font-[550] text-ink underline decoration-control underline-offset-3"
      >
        {t('howPolled')}
      </Link>
    </div>
  )
}
