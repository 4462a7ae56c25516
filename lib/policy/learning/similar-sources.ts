/** Shapes of the week that sources have in common: a mixture, fitted by EM, from which each source's own pattern starts. */
import { expectedCounts, smoothed, sumOfBins, toShares } from './shrink.ts'
import { type Counts, hoursOfWeek } from './week.ts'
import type { Shapes } from './learned.ts'

export const flatShapes: Shapes = {
  population: Array.from({ length: hoursOfWeek }, () => 1 / hoursOfWeek),
  kinds: [],
}

const kindCount = 12
const rounds = 20
/** Sources with fewer postings say too little of their kind to shape it. */
const leastPostings = 5
/** Fits look at this many sources at most, evenly picked: more would only cost time. */
const sampleSize = 2000
/** Postings that the population's week is worth against those of a kind. */
const populationStrength = 30

/** Every so many-th source is looked at. */
export function sampleStride(sources: number): number {
  return Math.max(1, Math.ceil(sources / sampleSize))
}

/** Learns the shapes from what was counted of every source. A source counts as the root of its postings: no one source sets them. */
export function learnShapes(sources: readonly Counts[]): Shapes {
  const stride = sampleStride(sources.length)
  const sample = sources.flatMap((counts, index) => (index % stride === 0 ? [kindEvidence(counts)] : []))
  const flat = new Float64Array(flatShapes.population)
  const all = sample.map((source) => ({ source: against(flat, source), chance: 1 }))
  const population = shapeOf(all, flat, hoursOfWeek / 2)
  const eligible = sample
    .filter(({ total }) => total >= leastPostings)
    .map((source) => against(population, source))
  const kinds = eligible.length > 3 * kindCount ? fitKinds(eligible, population) : []
  return {
    population: [...population],
    kinds: kinds.map(({ hours, part }) => ({ hours: [...hours], part })),
  }
}

/** The week expected of a source before its own hours are looked at: its kinds' weeks by how well they explain its postings. */
export function similarShape(counts: Counts, { population, kinds }: Shapes): Float64Array {
  if (kinds.length === 0) return Float64Array.from(population)
  const chances = kindChances(kindEvidence(counts), weighedOf(kinds))
  const shape = new Float64Array(hoursOfWeek)
  kinds.forEach((kind, index) => addHours(shape, kind.hours, chances[index] ?? 0))
  return shape
}

const weighed = new WeakMap<Shapes['kinds'], readonly WeighedKind[]>()

/** Logarithms of stored kinds, computed once. */
function weighedOf(kinds: Shapes['kinds']): readonly WeighedKind[] {
  const known = weighed.get(kinds) ?? kinds.map(withLogarithms)
  weighed.set(kinds, known)
  return known
}

type Evidence = { readonly counts: Counts; readonly total: number }
/** With how its postings would lie, were the week as given: computed once, for all kinds and rounds. */
type Compared = Evidence & { readonly expected: Float64Array }
type Kind = { readonly hours: Float64Array; readonly part: number }
type WeighedKind = Kind & { readonly logarithms: Float64Array; readonly logPart: number }

function kindEvidence(counts: Counts): Evidence {
  return { counts, total: sumOfBins(counts.hours) }
}

function against(week: Float64Array, source: Evidence): Compared {
  return { ...source, expected: expectedCounts(week, source.counts) }
}

function fitKinds(sources: readonly Compared[], population: Float64Array): Kind[] {
  let kinds = firstKinds(sources, population)
  for (let round = 0; round < rounds; round++) {
    const weighed = kinds.map(withLogarithms)
    const chances = sources.map((source) => kindChances(source, weighed))
    kinds = kinds.map((_, kind) => {
      const members = sources.map((source, index) => ({ source, chance: chances[index]?.[kind] ?? 0 }))
      const sum = members.reduce((total, { chance }) => total + chance, 1)
      return {
        hours: shapeOf(members, population, populationStrength),
        part: sum / (sources.length + kinds.length),
      }
    })
  }
  return kinds
}

/** Sources in the order of their mean hour of the day, cut into equal groups. */
function firstKinds(sources: readonly Compared[], population: Float64Array): Kind[] {
  const sorted = sources
    .map((source) => ({ source, angle: meanAngle(source.counts.hours) }))
    .sort((a, b) => a.angle - b.angle)
  return Array.from({ length: kindCount }, (_, kind) => {
    const group = sorted.slice(
      Math.floor((kind * sorted.length) / kindCount),
      Math.floor(((kind + 1) * sorted.length) / kindCount),
    )
    const members = group.map(({ source }) => ({ source, chance: 1 }))
    return { hours: shapeOf(members, population, populationStrength), part: 1 / kindCount }
  })
}

/** The week of sources together, pulled to a given one: what was counted against what that one lets expect. */
function shapeOf(
  members: readonly { readonly source: Compared; readonly chance: number }[],
  given: Float64Array,
  strength: number,
): Float64Array {
  const counted = new Float64Array(hoursOfWeek)
  const expected = new Float64Array(hoursOfWeek)
  for (const { source, chance } of members) {
    if (chance < 1e-3 || source.total === 0) continue
    const weight = chance / Math.sqrt(source.total)
    addHours(counted, source.counts.hours, weight)
    addHours(expected, source.expected, weight)
  }
  const found = smoothed(counted)
  const due = smoothed(expected)
  return toShares(
    given.map((share, hour) => {
      const pull = strength * share
      return (share * ((found[hour] ?? 0) + pull)) / ((due[hour] ?? 0) + pull)
    }),
  )
}

function meanAngle(hours: Float32Array): number {
  let x = 0
  let y = 0
  for (let hour = 0; hour < hoursOfWeek; hour++) {
    const angle = (2 * Math.PI * hour) / 24
    x += (hours[hour] ?? 0) * Math.cos(angle)
    y += (hours[hour] ?? 0) * Math.sin(angle)
  }
  return Math.atan2(y, x)
}

function withLogarithms({
  hours,
  part,
}: {
  readonly hours: ArrayLike<number>
  readonly part: number
}): WeighedKind {
  return {
    hours: Float64Array.from(hours),
    part,
    logarithms: Float64Array.from(hours, Math.log),
    logPart: Math.log(part),
  }
}

/** The chances that a source with such counts is of each kind, given when it was looked at. */
function kindChances({ counts, total }: Evidence, kinds: readonly WeighedKind[]): number[] {
  const { hours, seen } = counts
  const likelihoods = kinds.map((kind) => {
    let likelihood = kind.logPart
    let looked = 0
    let possible = 0
    for (let hour = 0; hour < hoursOfWeek; hour++) {
      const count = hours[hour] ?? 0
      const length = seen[hour] ?? 0
      if (count > 0) likelihood += count * (kind.logarithms[hour] ?? 0)
      looked += length
      possible += length * (kind.hours[hour] ?? 0)
    }
    return looked > 0 ? likelihood - total * Math.log(possible / looked) : likelihood
  })
  const best = Math.max(...likelihoods)
  const chances = likelihoods.map((likelihood) => Math.exp(likelihood - best))
  const sum = chances.reduce((all, chance) => all + chance, 0)
  return chances.map((chance) => chance / sum)
}

function addHours(sum: Float64Array, hours: ArrayLike<number>, factor: number): void {
  for (let hour = 0; hour < hoursOfWeek; hour++) sum[hour] = (sum[hour] ?? 0) + factor * (hours[hour] ?? 0)
}
