import type { SoakResult } from './soak-run.ts'

/** The faults that a run found, a line for each: leaks, what is not stored or told, and errors. */
export function problemsOf(found: SoakResult): string[] {
  const { judged, published, stored, removed, doubled, toTell, told, lived, acts, broken } = found
  return [
    ...judged
      .filter(({ isLeak }) => isLeak)
      .map(
        ({ name, grown, most }) =>
          `LEAK ${name} grew by ${grown.toFixed(1)}, at most ${most?.toFixed(1)} may be`,
      ),
    ...(stored + removed === published
      ? []
      : [`published ${published}, stored or removed ${stored + removed}`]),
    ...found.missing,
    ...(doubled === 0 ? [] : [`${doubled} postings are stored twice`]),
    ...(toTell === told ? [] : [`${toTell - told} of ${toTell} webhooks were not told`]),
    ...(found.untold === 0 ? [] : [`${found.untold} postings were not told by a stream`]),
    ...(acts.internal === 0 ? [] : [`${acts.internal} acts were answered with 500`]),
    ...(lived.failed === 0 ? [] : [`${lived.failed} requests failed, e.g.`, ...lived.problems]),
    ...found.brokenWords.map((word) => `BROKEN WORD ${word}`),
    ...broken.map(({ name, examples }) => `BROKEN ${name}: ${examples.join('; ')}`),
    ...found.errors,
  ]
}
