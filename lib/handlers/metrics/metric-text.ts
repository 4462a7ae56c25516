/** One figure of a family; labels in the order in which they are written. */
type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number }

/** A family of Prometheus' text format, from its plain samples. A family without samples is written all the same. */
export function familyText(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: readonly Sample[],
): string {
  return [...head(name, type, help), ...samples.map((sample) => line(name, sample))].join('\n')
}

/**
 * A histogram, from how many there were up to each bound and above the one before, the sum of all, and those above the
 * last bound.
 */
export function histogramText(
  name: string,
  help: string,
  counts: readonly { readonly bound: number; readonly count: number }[],
  above: number,
  sum: number,
): string {
  let total = 0
  const buckets = counts.map(({ bound, count }) => {
    total += count
    return line(`${name}_bucket`, { labels: { le: String(bound) }, value: total })
  })
  const all = total + above
  return [
    ...head(name, 'histogram', help),
    ...buckets,
    line(`${name}_bucket`, { labels: { le: '+Inf' }, value: all }),
    line(`${name}_sum`, { value: sum }),
    line(`${name}_count`, { value: all }),
  ].join('\n')
}

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function line(name: string, { labels = {}, value }: Sample): string {
  const parts = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${parts.length === 0 ? '' : `{${parts.join(',')}}`} ${value}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
