'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import type { FeedCandidate } from '#lib/api/sources/subscriptions.ts'
import { useDiscover } from '#lib/queries/sources/discover.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { AddressForm } from './address-form.tsx'
import { CandidateList } from './candidate-list.tsx'
import { CandidatePreview } from './candidate-preview.tsx'
import { SeveralFeeds } from './several-feeds.tsx'
import { SubscribeForm } from './subscribe-form.tsx'
import { SubscribeFrame } from './subscribe-frame.tsx'

type SubscribeScreenProps = {
  /** Address to look at right away, e.g. from a bookmarklet. */
  readonly startAddress: string
  /** Second step of the first run. */
  readonly isFirst: boolean
}

/** Paste an address, see what can be polled there, subscribe. */
export function SubscribeScreen({ startAddress, isFirst }: SubscribeScreenProps) {
  const t = useWords('sources')
  const router = useRouter()
  const discover = useDiscover()
  const [chosenUrls, setChosenUrls] = useState<ReadonlySet<string> | null>(null)
  const [shownUrl, setShownUrl] = useState<string | null>(null)
  const [several, setSeveral] = useState<readonly string[] | null>(null)
  const candidates = discover.data ?? []
  const first = firstChoice(candidates)
  const chosen = candidates.filter(({ url }) => chosenUrls?.has(url) ?? url === first?.url)
  const shown = candidates.find(({ url }) => url === shownUrl) ?? chosen[0] ?? first
  const [only] = chosen.length === 1 ? chosen : []
  // Of those that are read already there is nothing to do.
  const wanted = chosen.length > 1 ? chosen.filter(({ subscriptionId }) => subscriptionId === null) : []

  function look(input: string) {
    setChosenUrls(null)
    setShownUrl(null)
    const addresses = addressesIn(input)
    setSeveral(addresses)
    if (addresses === null) discover.mutate(input)
    else discover.reset()
  }
  function choose(url: string) {
    const urls = chosen.map((each) => each.url)
    setShownUrl(url)
    setChosenUrls(new Set(urls.includes(url) ? urls.filter((each) => each !== url) : [...urls, url]))
  }
  const wasStarted = useRef(false)
  useEffect(() => {
    if (startAddress === '' || wasStarted.current) return
    wasStarted.current = true
    discover.mutate(startAddress)
  }, [startAddress, discover])

  return (
    <SubscribeFrame
      isFirst={isFirst}
      preview={shown === null ? null : <CandidatePreview candidate={shown} />}
    >
      <AddressForm
        startAddress={startAddress}
        isLooking={discover.isPending}
        found={discover.data?.length ?? null}
        failure={discover.error}
        onLook={look}
      />
      {startAddress !== '' && (
        <p className="mt-2 text-ink-2">
          {t.rich('saveInstead', {
            link: (words) => (
              <Link
                href={`/save?${new URLSearchParams({ url: startAddress })}`}
                className="underline decoration-control underline-offset-3 hover:decoration-ink"
              >
                {words}
              </Link>
            ),
          })}
        </p>
      )}
      {several !== null && <SeveralFeeds key={several.join(' ')} addresses={several} />}
      {candidates.length > 0 && (
        <CandidateList
          candidates={candidates}
          chosen={new Set(chosen.map(({ url }) => url))}
          shownUrl={shown?.url ?? null}
          onChoose={choose}
        />
      )}
      {wanted.length > 0 && <SeveralFound key={wanted.map(({ url }) => url).join(' ')} feeds={wanted} />}
      {only !== undefined && (
        <SubscribeForm
          key={only.url}
          candidate={only}
          onSubscribed={(subscription) => router.push(`/?source=${subscription.sourceId}`)}
        />
      )}
    </SubscribeFrame>
  )
}

function SeveralFound({ feeds }: { readonly feeds: readonly FeedCandidate[] }) {
  const titles = Object.fromEntries(feeds.map(({ url, title }) => [url, title]))
  return <SeveralFeeds addresses={feeds.map(({ url }) => url)} titles={titles} />
}

function firstChoice(candidates: readonly FeedCandidate[]): FeedCandidate | null {
  return candidates.find((candidate) => candidate.subscriptionId === null) ?? candidates[0] ?? null
}

/** More at once are a list, which the import takes. */
const mostAddresses = 50

/**
 * The addresses in a text where each word of it is one, such as lines from a mail; null where it is one address, or where not all words
 * look like one.
 */
function addressesIn(text: string): readonly string[] | null {
  const words = [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))]
  const areAll = words.every((word) => /^(?:[a-z]+:\/\/)?[^\s/]+\.[^\s.]{2,}/i.test(word))
  return areAll && words.length > 1 && words.length <= mostAddresses ? words : null
}
