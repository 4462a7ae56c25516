import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export type AlertRule = {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly description?: string }
}

/** The alerts that come with the product for Prometheus. */
export function readAlerts(): readonly AlertRule[] {
  const { groups } = parse(readFileSync('ops/alerts.yml', 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly AlertRule[] }[]
  }
  return groups.flatMap(({ rules }) => rules)
}
