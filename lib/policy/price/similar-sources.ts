/** Shapes of the week that sources have in common: a mixture, fitted by EM, from which each source's own pattern starts. */
import type { Counts } from './pattern.ts'
import { smoothed, sumOf, toShares } from './shrink.ts'
import { hoursOfWeek } from './week.ts'

/** What the weeks of all sources look like. Plain numbers: it is stored with the planning. */
export type Shapes = {
  /** Shares of the 168 hours of the week over all sources. */
  readonly population: readonly number[]
  /** Shares of the hours, and how many of the sources have such a week. Empty while too few sources are known. */
  readonly kinds: readonly { readonly hours: readonly number[]; readonly part: number }[]
}

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

/** Learns the shapes from what was counted of every source. A source counts as the root of its postings: no one source sets them. */
export function learnShapes(sources: readonly Counts[]): Shapes {
  const stride = Math.max(1, Math.ceil(sources.length / sampleSize))
  const sample = sources.flatMap(({ hours }, index) => (index % stride === 0 ? [kindEvidence(hours)] : []))
  const sum = new Float64Array(hoursOfWeek).fill(0.5)
  for (const { hours, total } of sample) if (total > 0) addHours(sum, hours, 1 / Math.sqrt(total))
  const population = smoothed(toShares(sum))
  const eligible = sample.filter(({ total }) => total >= leastPostings)
  const kinds = eligible.length > 3 * kindCount ? fitKinds(eligible, population) : []
  return {
    population: [...population],
    kinds: kinds.map(({ hours, part }) => ({ hours: [...hours], part })),
  }
}

/** The week expected of a source before its own hours are looked at: its kinds' weeks by how well they explain its postings. */
export function similarShape(hours: Float32Array, { population, kinds }: Shapes): Float64Array {
  if (kinds.length === 0) return Float64Array.from(population)
  const chances = kindChances(hours, weighedOf(kinds))
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

type Evidence = { readonly hours: Float32Array; readonly total: number }
type Kind = { readonly hours: Float64Array; readonly part: number }
type WeighedKind = { readonly logarithms: Float64Array; readonly logPart: number }

function kindEvidence(hours: Float32Array): Evidence {
  return { hours, total: sumOf(hours) }
}

function fitKinds(sources: readonly Evidence[], population: Float64Array): Kind[] {
  let kinds = firstKinds(sources, population)
  for (let round = 0; round < rounds; round++) {
    const current = kinds.map(withLogarithms)
    const sums = kinds.map(() => ({ hours: new Float64Array(hoursOfWeek), sources: 1 }))
    for (const { hours, total } of sources) {
      kindChances(hours, current).forEach((chance, index) => {
        const sum = sums[index]
        if (sum === undefined) return
        sum.sources += chance
        if (chance > 1e-3) addHours(sum.hours, hours, chance / Math.sqrt(total))
      })
    }
    const all = sources.length + kinds.length
    kinds = sums.map((sum) => ({ hours: pulled(sum.hours, population), part: sum.sources / all }))
  }
  return kinds
}

/** Sources in the order of their mean hour of the day, cut into equal groups. */
function firstKinds(sources: readonly Evidence[], population: Float64Array): Kind[] {
  const sorted = sources
    .map((source) => ({ source, angle: meanAngle(source.hours) }))
    .sort((a, b) => a.angle - b.angle)
  return Array.from({ length: kindCount }, (_, kind) => {
    const group = sorted.slice(
      Math.floor((kind * sorted.length) / kindCount),
      Math.floor(((kind + 1) * sorted.length) / kindCount),
    )
    const sum = new Float64Array(hoursOfWeek)
    for (const { source } of group) addHours(sum, source.hours, 1 / Math.sqrt(source.total))
    return { hours: pulled(sum, population), part: 1 / kindCount }
  })
}

function meanAngle(hours: Float32Array): number {
  let [x, y] = [0, 0]
  for (let hour = 0; hour < hoursOfWeek; hour++) {
    const angle = (2 * Math.PI * hour) / 24
    x += (hours[hour] ?? 0) * Math.cos(angle)
    y += (hours[hour] ?? 0) * Math.sin(angle)
  }
  return Math.atan2(y, x)
}

function pulled(sums: Float64Array, population: Float64Array): Float64Array {
  const hours = smoothed(sums)
  addHours(hours, population, populationStrength)
  return toShares(hours)
}

function withLogarithms({
  hours,
  part,
}: {
  readonly hours: ArrayLike<number>
  readonly part: number
}): WeighedKind {
  return { logarithms: Float64Array.from(hours, Math.log), logPart: Math.log(part) }
}

/** The chances that a source with such counts is of each kind. */
function kindChances(hours: Float32Array, kinds: readonly WeighedKind[]): number[] {
  const likelihoods = kinds.map(({ logarithms, logPart }) => {
    let likelihood = logPart
    for (let hour = 0; hour < hoursOfWeek; hour++) {
      const count = hours[hour] ?? 0
      if (count > 0) likelihood += count * (logarithms[hour] ?? 0)
    }
    return likelihood
  })
  const best = Math.max(...likelihoods)
  const chances = likelihoods.map((likelihood) => Math.exp(likelihood - best))
  const total = chances.reduce((sum, chance) => sum + chance, 0)
  return chances.map((chance) => chance / total)
}

function addHours(sum: Float64Array, hours: ArrayLike<number>, factor: number): void {
  for (let hour = 0; hour < hoursOfWeek; hour++) sum[hour] = (sum[hour] ?? 0) + factor * (hours[hour] ?? 0)
}
