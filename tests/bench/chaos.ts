import { runChaos } from '../support/chaos-run.ts'

/** `npm run chaos -- [MINUTES=10] [SEED]`: kills at random points under load, and compares what is left with what was published. */
const minutes = Number(process.argv[2] ?? 10)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
console.log(`${minutes} min, seed ${seed}`)
const { kills, published, stored, doubled, toTell, told, again, broken } = await runChaos(
  minutes * 60_000,
  seed,
)
console.table([
  {
    what: 'aggregators, databases and sessions killed',
    count: `${kills.aggregator}, ${kills.postmaster}, ${kills.backend}`,
  },
  { what: 'postings published', count: published },
  { what: 'of them stored', count: stored, ratio: stored / published },
  { what: 'stored twice', count: doubled },
  { what: 'messages to tell', count: toTell },
  { what: 'of them told', count: told, ratio: told / toTell },
  { what: 'told again with the same key', count: again },
  { what: 'invariants broken', count: broken.length },
])
for (const { name, examples } of broken) console.log(`BROKEN ${name}: ${examples.join('; ')}`)
process.exitCode = stored === published && doubled === 0 && told === toTell && broken.length === 0 ? 0 : 1
