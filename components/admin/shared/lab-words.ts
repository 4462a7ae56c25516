import type { LabFailure, LabPolicy, LabComparison, LabPoint } from '#lib/api/server/lab.ts'
import { formatCount, formatDuration, formatShare } from '#lib/text/format.ts'
import type { MessageKey, Locale } from '#lib/words/areas.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { policies } from './use-switch-policy.ts'

type Described = { readonly name: MessageKey<'lab'>; readonly effect: MessageKey<'lab'> }

const ofTheLiterature: Readonly<Record<Exclude<LabPolicy, (typeof policies)[number]['value']>, Described>> = {
  'allocation-only': { name: 'allocationOnly', effect: 'allocationOnlyEffect' },
  combined: { name: 'combined', effect: 'combinedEffect' },
  'cgm-age': { name: 'cgmAge', effect: 'cgmAgeEffect' },
  'minimum-missing': { name: 'minimumMissing', effect: 'minimumMissingEffect' },
  'adaptive-ttl': { name: 'adaptiveTtl', effect: 'adaptiveTtlEffect' },
  'lru-2': { name: 'lru', effect: 'lruEffect' },
  indhist: { name: 'indhist', effect: 'indhistEffect' },
  'retrieval-only': { name: 'retrievalOnly', effect: 'retrievalOnlyEffect' },
  'cgm-freshness': { name: 'cgmFreshness', effect: 'cgmFreshnessEffect' },
  fix: { name: 'fix', effect: 'fixEffect' },
  'fixlearned-a': { name: 'fixLearnedA', effect: 'fixLearnedAEffect' },
  'fixlearned-w': { name: 'fixLearnedW', effect: 'fixLearnedWEffect' },
  'moving-average': { name: 'movingAverage', effect: 'movingAverageEffect' },
  'indhist-ttl': { name: 'indhistTtl', effect: 'indhistTtlEffect' },
  'indhist-agghist': { name: 'indhistAgghist', effect: 'indhistAgghistEffect' },
  lihz: { name: 'lihz', effect: 'lihzEffect' },
  advarss: { name: 'advarss', effect: 'advarssEffect' },
}

/** The name of a policy and what it does, in a sentence. */
export function usePolicyWords(): (policy: LabPolicy) => { readonly name: string; readonly effect: string } {
  const t = useWords('lab')
  const admin = useWords('admin')
  return (policy) => {
    const own = policies.find(({ value }) => value === policy)
    if (own !== undefined) return { name: admin(own.name), effect: admin(own.effect) }
    const { name, effect } = ofTheLiterature[policy as keyof typeof ofTheLiterature]
    return { name: t(name), effect: t(effect) }
  }
}

/** Whether a server can poll by it. */
export function livePolicyOf(policy: LabPolicy): (typeof policies)[number]['value'] | null {
  return policies.find(({ value }) => value === policy)?.value ?? null
}

/** The figure of a point that is shown. */
export const labFigures = ['weightedMeanMs', 'medianMs', 'p90Ms'] as const
export type LabFigure = (typeof labFigures)[number]

export const figureWords: Readonly<Record<LabFigure, MessageKey<'lab'>>> = {
  weightedMeanMs: 'weightedMean',
  medianMs: 'halfWithin',
  p90Ms: 'ninetyWithin',
} satisfies Record<keyof Pick<LabPoint, LabFigure>, MessageKey<'lab'>>

export const failureWords: Readonly<Record<LabFailure, MessageKey<'lab'>>> = {
  'no-history': 'failedNoHistory',
  'too-slow': 'failedTooSlow',
  'too-large': 'failedTooLarge',
  'given-up': 'failedGivenUp',
  broken: 'failedBroken',
}

/** Policies often differ by less than a minute: below ten, tenths of it are shown. */
const fineMs = { from: 59_500, until: 9.95 * 60_000 } as const

function lengthText(lengthMs: number, locale: Locale): string {
  if (lengthMs < fineMs.from || lengthMs >= fineMs.until) return formatDuration(lengthMs, locale)
  return locale.t('minutes', { count: Math.round(lengthMs / 6_000) / 10 })
}

/** "−3.4 min", "+40 s": a change of a delay. */
export function changeText(changeMs: number, locale: Locale): string {
  const length = lengthText(Math.abs(changeMs), locale)
  if (Math.abs(changeMs) < 500) return length
  return `${changeMs < 0 ? '−' : '+'}${length}`
}

/** Between what a difference lies, or why nobody can say. */
export function certaintyText(
  { lowMs, highMs }: NonNullable<LabComparison['difference']>,
  t: ReturnType<typeof useWords<'lab'>>,
  locale: Locale,
): string {
  if (lowMs === null || highMs === null) return t('tooFewSources')
  return t('certainBetween', { low: changeText(lowMs, locale), high: changeText(highMs, locale) })
}

/** Polls a day, which need no fractions. */
export function pollsText(pollsPerDay: number, locale: Locale): string {
  return formatCount(Math.round(pollsPerDay), locale)
}

/** A delay, "5.2 min", or "unknown". */
export function msText(delayMs: number | null, locale: Locale): string {
  return delayMs === null ? locale.t('unknown') : lengthText(delayMs, locale)
}

/** The share of the postings that no poll showed any more. */
export function lostText({ postings, lost }: LabComparison['figures'], locale: Locale): string {
  return formatShare(postings === 0 ? null : lost / postings, locale)
}

const delayUnitsMs = [1_000, 60_000, 3_600_000, 86_400_000] as const

/** The unit in which a scale up to a delay has its round values: the greatest of which there are one and a half. */
export function delayUnitMs(mostMs: number): number {
  return delayUnitsMs.findLast((unitMs) => mostMs >= 1.5 * unitMs) ?? delayUnitsMs[0]
}
