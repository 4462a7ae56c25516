import { SourceScreen } from '#components/sources/source/source-screen.tsx'
import { fastPreview } from '#lib/api/sources/subscriptions.ts'
import { answerOf } from './answer-of.ts'
import { drawInFrame } from './reading-pages.tsx'
import { oneSource, serveReading } from './reading-server.ts'
import { delaysOfMonth, latePolls, longSource, worthOfPolls } from './source-answers.ts'
import type { Routes } from './stand-in-server.ts'

/** Serves the page of a source that is long known; `others` are answered in place of what is served so. */
export function serveSource(others: Routes = {}) {
  return serveReading(oneSource('Harbour Gazette', 12), {
    'GET /sources/:id': longSource(),
    'GET /sources/:id/delays': delaysOfMonth(),
    'GET /sources/:id/polls': { polls: latePolls() },
    'GET /sources/:id/worth': { worth: worthOfPolls() },
    'GET /subscriptions/:id/fast': answerOf(fastPreview, {
      asked: 0,
      fairShare: 5,
      share: { now: 0, then: 1 },
      weight: { now: 1, then: 3 },
      sayStrength: 2,
      pollsPerDay: { now: 48, then: 96 },
      predictedDelayMs: { now: 480_000, then: 240_000 },
    }),
    ...others,
  })
}

export function drawSource(language: 'en' | 'de' = 'en'): void {
  drawInFrame(<SourceScreen sourceId={1} days={30} />, { address: '/sources/1', language })
}
