import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Logo } from '#components/ui/logo.tsx'
import { config } from '#lib/config.ts'

export const metadata: Metadata = { title: 'About this crawler' }

// The name and address of this server are known when it runs, not when it is built.
export const dynamic = 'force-dynamic'

/** Public: the user agent names this page, so it speaks to publishers and the people who run their servers. */
export default function CrawlerPage() {
  const { userAgent, publicUrl } = config()
  return (
    <main className="mx-auto max-w-[640px] px-5 pt-6 pb-16 text-14 leading-[22px]">
      <Link href="/" className="inline-flex">
        <Logo />
      </Link>
      <h1 className="mt-10 text-28 font-[640] tracking-[-0.015em]">About this crawler</h1>
      <p className="mt-3 text-ink-2">
        The Skylark server at {publicUrl} polls feeds for the people who subscribed to them here. It reads
        feeds and the pages that name them, and nothing else: it follows no other links and stores no other
        pages.
      </p>
      <Part title="How to know it">
        <p>Each request carries this user agent:</p>
        <p className="mt-2 overflow-x-auto rounded-2 border border-line bg-paper px-3 py-2 font-mono text-13">
          {userAgent}
        </p>
      </Part>
      <Part title="How it behaves">
        <ul className="list-disc space-y-1.5 pl-5">
          <li>One source is polled once for all its subscribers, however many there are.</li>
          <li>
            One request at a time to a registrable domain (all of example.org together), with a pause of a
            second at least before the next, whatever the number of feeds there.
          </li>
          <li>
            An answer <code>429</code>, <code>503</code> or a sudden <code>403</code> halves the requests an
            hour to the whole domain; they rise again by about one an hour with each hour of good answers.
          </li>
          <li>
            When a whole domain does not answer, it is asked once after 1, 2, 4 … minutes, an hour at most,
            and afterwards its feeds one after the other.
          </li>
          <li>
            It sends back <code>ETag</code> and <code>Last-Modified</code>, so that a server can answer “not
            modified” without sending the feed again.
          </li>
          <li>
            It waits as long as <code>Retry-After</code> asks, to the second, hubs included. No setting here
            and no “Poll now” shortens that.
          </li>
          <li>
            What publishers wish in public, or have told the admin here, is a ceiling that nothing lifts: a
            least time between two polls, requests an hour, or no poll at all.
          </li>
          <li>
            Where a feed names a WebSub hub or an rssCloud, it subscribes there and polls the feed the less,
            the more of its postings the hub delivers.
          </li>
          <li>
            <code>skipHours</code> and <code>skipDays</code> are kept; <code>Cache-Control</code>,{' '}
            <code>Expires</code>, <code>ttl</code> and <code>sy:updatePeriod</code> are kept where they have
            proved true.
          </li>
          <li>
            It takes gzip, br and zstd, HTTP/2, and deltas (<code>A-IM: feed</code>, RFC 3229). A permanent
            redirect is followed for a day and then adopted.
          </li>
          <li>Failed requests are repeated with growing gaps.</li>
          <li>It learns when a feed posts and polls mostly then, so that few polls find nothing.</li>
        </ul>
      </Part>
      <Part title="How to slow or stop it">
        <ul className="list-disc space-y-1.5 pl-5">
          <li>
            Name it in <code>robots.txt</code>: what a group <code>User-agent: Skylark</code> disallows is not
            asked for, by polls, searches and redirects alike, and its <code>Crawl-delay</code> is the least
            pause between two requests. The file is read once a day at most, just before a poll; one that is
            missing or fails forbids nothing, and while a server fails, what it said before holds on. Groups
            for everybody (<code>User-agent: *</code>) do not count: they speak to crawlers that follow links
            by themselves, and each feed here is asked for by somebody who subscribed to it.
          </li>
          <li>
            Tell the admin of this server: a domain can be slowed or left out altogether, and its readers are
            told why.
          </li>
          <li>
            Answer <code>429 Too Many Requests</code> with <code>Retry-After</code>: the next poll waits that
            long.
          </li>
          <li>
            Answer <code>410 Gone</code>: that feed is asked for once a week, twice more, and then no longer,
            and its readers are told that it ended.
          </li>
          <li>Refuse the user agent above in your server or firewall.</li>
        </ul>
      </Part>
      <p className="mt-8 text-ink-2">
        This server is run by whoever is named at its address, not by the makers of Skylark.
      </p>
    </main>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="mb-2 text-16 font-semibold">{title}</h2>
      {children}
    </section>
  )
}
