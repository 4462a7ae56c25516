'use client'

import { useState } from 'react'
import { Circle, CircleDot, CirclePause, CircleSlash, TriangleAlert } from 'lucide-react'
import type { PollItem } from '#lib/api/sources.ts'
import { Button } from '#components/ui/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/empty.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatAmount } from '#lib/format.ts'
import { useSourcePolls } from '#lib/queries/sources.ts'

/** Shown at first. */
const few = 6

/** The last polls: what came of them, why they were made then, and what was decided next. */
export function SourceDecisions({ sourceId }: { readonly sourceId: number }) {
  const polls = useSourcePolls(sourceId)
  const [showsAll, setShowsAll] = useState(false)
  return (
    <section>
      <SectionHead title="Last decisions" lede="why then">
        {polls.isSuccess && polls.data.length > few && (
          <Button size="small" variant="quiet" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? `Last ${few}` : `All ${polls.data.length}`}
          </Button>
        )}
      </SectionHead>
      {polls.isPending && <Waiting rows={5} rowHeight={44} />}
      {polls.isError && (
        <Failed
          title="The polls did not load."
          reason={polls.error.message}
          onRetry={() => void polls.refetch()}
        />
      )}
      {polls.data?.length === 0 && <Empty title="Not polled yet">The first poll comes within seconds.</Empty>}
      {polls.isSuccess && polls.data.length > 0 && (
        <Decisions polls={polls.data} shown={showsAll ? polls.data.length : few} />
      )}
    </section>
  )
}

function Decisions({ polls, shown }: { readonly polls: readonly PollItem[]; readonly shown: number }) {
  return (
    <Table>
      <caption className="sr-only">Last polls, newest first</caption>
      <thead>
        <tr>
          <HeadCell className="sm:w-24">Polled</HeadCell>
          <HeadCell className="sm:w-44">Outcome</HeadCell>
          <HeadCell>Why then</HeadCell>
          <HeadCell numeric className="w-32 max-sm:hidden">
            Next decided
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {polls.slice(0, shown).map((poll) => (
          <tr key={poll.id}>
            <Cell className="font-[580]">
              <Time at={poll.startedAt} show="clock" />
              <span className="block text-12 font-[450] text-ink-3">
                <Time at={poll.startedAt} />
              </span>
            </Cell>
            <Cell className="py-2 whitespace-normal">
              <Outcome poll={poll} />
            </Cell>
            <Cell className="py-2 whitespace-normal text-ink-2">{poll.plannedReason}</Cell>
            <Cell numeric className="max-sm:hidden">
              {poll.nextPollAt === null ? 'none' : <Time at={poll.nextPollAt} show="clock" />}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Outcome({ poll }: { readonly poll: PollItem }) {
  const { words, Icon, colour } = outcomeOf(poll)
  return (
    <>
      <span className={`inline-flex items-center gap-1.5 text-12 font-[550] sm:whitespace-nowrap ${colour}`}>
        <Icon size={13} strokeWidth={1.75} aria-hidden />
        {words}
      </span>
      {(poll.error !== null || (poll.httpStatus !== null && poll.httpStatus >= 400)) && (
        <details className="text-12 text-ink-2">
          <summary className="cursor-pointer text-ink-3">Details</summary>
          {poll.httpStatus !== null && `HTTP ${poll.httpStatus}. `}
          {poll.error}
        </details>
      )}
    </>
  )
}

function outcomeOf(poll: PollItem) {
  switch (poll.outcome) {
    case 'fetched':
      return poll.newPostings > 0
        ? { words: formatAmount(poll.newPostings, 'new posting'), Icon: CircleDot, colour: 'text-ink' }
        : { words: 'Nothing new', Icon: Circle, colour: 'text-ink-2' }
    case 'not-modified':
      return { words: 'Not modified', Icon: Circle, colour: 'text-ink-2' }
    case 'throttled':
      return { words: 'The host asks to wait', Icon: CirclePause, colour: 'text-late' }
    case 'gone':
      return { words: 'Ended by its publisher', Icon: CircleSlash, colour: 'text-broken' }
    case 'opted-out':
      return { words: 'Not asked', Icon: CircleSlash, colour: 'text-ink-2' }
    case 'failed':
      return { words: 'No answer', Icon: TriangleAlert, colour: 'text-broken' }
    default:
      return poll.outcome satisfies never
  }
}
