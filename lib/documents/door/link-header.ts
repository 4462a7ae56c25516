import { resolveWebAddress } from '#lib/documents/html/web-address.ts'

/** A link of a Link header (RFC 8288). */
type HeaderLink = {
  readonly url: string
  /** In small letters. */
  readonly relations: readonly string[]
  readonly type: string
}

/** The links of a Link header whose targets are web addresses, in its order. */
export function linksOfHeader(header: string | null, base: string): HeaderLink[] {
  const links: HeaderLink[] = []
  for (const [, target, parameters = ''] of (header ?? '').matchAll(/<([^<>]*)>([^<]*)/g)) {
    const url = resolveWebAddress(target, base)
    if (url === null) continue
    const relations = parameterOf(parameters, 'rel').toLowerCase().split(/\s+/)
    links.push({ url, relations, type: parameterOf(parameters, 'type') })
  }
  return links
}

function parameterOf(parameters: string, name: string): string {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;,\\s]+))`, 'i').exec(parameters)
  return match?.[1] ?? match?.[2] ?? ''
}
