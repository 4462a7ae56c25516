import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { simulate } from '#lib/lab/simulator/simulate.ts'
import { curveOf } from '#lib/policy/learning/curve.ts'
import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { memoryBytes } from '#lib/policy/learning/pack.ts'
import { planByPrice, type PricedSource } from '#lib/policy/price/plan.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import { atMost, tellClaim } from './claims.ts'
import { digits, drawnWorld, tableLines } from './traces.ts'
import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'

const dayMs = 86_400_000
/** Monday 2026-01-05: the midnight after the fortnight before. */
const now = Date.UTC(2026, 0, 5)
const learntSince = now - 14 * dayMs
/** Goals: ms a decision, seconds a day for 100,000 sources, and how much dearer a source may be among ten times as many. */
const mostDecisionMs = 0.1
const mostLearningS = 60
const mostGrowth = 1.5
const sizes = [10_000, 100_000] as const

/** Prints what deciding and learning cost, in time of the processor and in memory. @returns goals missed */
export function compareCost(): number {
  return compareDecisions() + compareLearning()
}

/** A poll in the replay: what it brought is remembered (the pattern learnt anew where due), and the next poll decided. */
function compareDecisions(): number {
  const world = drawnWorld(300, 1)
  for (const method of ['price', 'uniform'] as const) simulate({ ...world, method, budget: 1 }) // the first run is slower: its code is compiled
  let missed = 0
  const rows = [1, 4, 24].map((budget) => {
    let planningMs = 0
    let isPlanning = false
    let startedMs = 0
    const elapsedMs = (): number => {
      const at = cpuMs()
      if (isPlanning) planningMs += at - startedMs
      isPlanning = !isPlanning
      startedMs = at
      return at
    }
    const beganMs = cpuMs()
    const { polls } = simulate({ ...world, method: 'price', budget, elapsedMs })
    const eachMs = (cpuMs() - beganMs - planningMs) / polls
    if (eachMs >= mostDecisionMs) missed++
    process.stderr.write(`  decisions at ${budget}\n`)
    tellClaim({
      what: `a decision at ${budget} polls a source and day`,
      value: eachMs * 1000,
      unit: 'µs of CPU',
      bare: { what: 'a poll of uniform polling', value: uniformMs(world, budget) * 1000 },
      goal: atMost(eachMs * 1000, mostDecisionMs * 1000, 'µs'),
    })
    return [String(budget), String(polls), eachMs.toFixed(4) + (eachMs >= mostDecisionMs ? '!' : '')]
  })
  console.log(`A decision, with what its poll taught: goal ${mostDecisionMs} ms`)
  console.log(tableLines([['budget', 'decisions', 'ms each'], ...rows]))
  return missed
}

/** The time that the same replay takes for a poll where nothing is learnt: the next one comes as long after as the last. */
function uniformMs(world: ReturnType<typeof drawnWorld>, budget: number): number {
  const beganMs = cpuMs()
  const { polls } = simulate({ ...world, method: 'uniform', budget })
  return (cpuMs() - beganMs) / polls
}

/** A day: all sources planned with new shapes, and each remembers a poll that brought a posting and learns its pattern anew. */
function compareLearning(): number {
  const drawn = drawSources({ sources: 10_000, seed: 1, startAt: learntSince, days: 15 })
  const first = firstPopulation(now)
  const memories = drawn.map(({ postingTimes }) => {
    const newTimes = Array.from(postingTimes).filter((at) => at < now)
    return remember(emptyMemory(learntSince), { polledAt: now, newTimes }, first)
  })
  const bytes = bytesEach(memories)
  costOfDay(memories, 1000, first) // the first time is slower: its code is compiled
  const costs = sizes.map((size) => {
    process.stderr.write(`  learning of ${size}\n`)
    return { size, ...costOfDay(memories, size, first) }
  })
  const rows = costs.map(({ size, planS, rememberS }) => [
    size.toLocaleString('en'),
    planS.toFixed(2),
    rememberS.toFixed(2),
    digits(((planS + rememberS) / size) * 1e6),
  ])
  console.log(`\nLearning, a day: goal ${mostLearningS} s for 100,000 sources, linear`)
  console.log(tableLines([['sources', 's to plan', 's to remember', 'µs per source'], ...rows]))
  console.log(
    `A memory takes ${bytes.toFixed(0)} bytes, the sums over its pattern included, and ${memoryBytes} stored.`,
  )
  tellClaim({
    what: 'a memory in the process',
    value: bytes,
    unit: 'bytes',
    bare: { what: 'as it is stored', value: memoryBytes },
  })
  const [small, large] = costs.map(({ size, planS, rememberS }) => (planS + rememberS) / size)
  const isSlow = (large ?? Infinity) * 100_000 >= mostLearningS
  tellClaim({
    what: 'learning from 100,000 sources, a day',
    value: (large ?? Infinity) * 100_000,
    unit: 's of CPU',
    bare: { what: 'copying their memories', value: copyingS(memories, 100_000) },
    goal: atMost((large ?? Infinity) * 100_000, mostLearningS, 's'),
  })
  const isSteep = (large ?? Infinity) / (small ?? 0) >= mostGrowth
  if (isSteep) console.log('A source costs more among many!')
  return [isSlow, isSteep].filter(Boolean).length
}

function costOfDay(
  memories: readonly PriceMemory[],
  size: number,
  first: Population,
): { planS: number; rememberS: number } {
  const sources = Array.from({ length: size }, (_, index): PricedSource => {
    const memory = memories[index % memories.length]
    if (memory === undefined) throw new RangeError('no source was drawn')
    // A pattern of its own: what is summed up of it must be summed up for each.
    const own = { ...memory, pattern: { ...memory.pattern } }
    return { sourceId: index + 1, weight: 1 + (index % 5), windowSize: 15, polledAt: now, memory: own }
  })
  const settings = { budgetPerDay: 4 * size, maxStalenessMs: dayMs, minIntervalMs: 60_000 }
  const beganMs = cpuMs()
  const { population } = planByPrice(sources, settings, now, first, 0)
  const plannedMs = cpuMs()
  const later = now + 7 * dayMs
  for (const { memory } of sources)
    remember(memory, { polledAt: later, newTimes: [now + dayMs / 3] }, population)
  return { planS: (plannedMs - beganMs) / 1000, rememberS: (cpuMs() - plannedMs) / 1000 }
}

function copyingS(memories: readonly PriceMemory[], size: number): number {
  const beganMs = cpuMs()
  for (let copied = 0; copied < size; copied += memories.length) structuredClone(memories)
  return (cpuMs() - beganMs) / 1000
}

/** Bytes that a memory takes in a process, the sums over its pattern (`Curve`) included. */
function bytesEach(memories: readonly PriceMemory[]): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = (): number => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  const copies = structuredClone(memories)
  for (const { pattern } of copies) curveOf(pattern)
  return (used() - before) / copies.length
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
