export type Yaml = string | readonly Yaml[] | { readonly [key: string]: Yaml }

type Line = { readonly indent: number; readonly text: string }

/**
 * Reads the plain part of YAML that compose.yaml is written in: maps, lists, one-line values, anchors and `<<`. What it does
 * not know is an error, so that the file stays that plain. Values are text.
 */
export function parsePlainYaml(source: string): Yaml {
  const lines = source
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line) => ({ indent: line.length - line.trimStart().length, text: line.trim() }))
  const anchors = new Map<string, Yaml>()
  let at = 0

  function block(indent: number): Yaml {
    return lines[at]?.text.startsWith('- ') === true ? list(indent) : map(indent)
  }

  function list(indent: number): Yaml {
    const items: Yaml[] = []
    for (let line = lines[at]; isOf(line, indent) && line.text.startsWith('- '); line = lines[++at])
      items.push(scalar(line.text.slice(2)))
    return items
  }

  function map(indent: number): Yaml {
    const entries: Record<string, Yaml> = {}
    const own = new Set<string>() // what stands here replaces what was merged in
    for (let line = lines[at]; isOf(line, indent); line = lines[at]) {
      const [, key = '', rest = ''] = /^([\w<.-]+):(?: (.*))?$/.exec(line.text) ?? []
      if (key === '' || own.has(key)) throw new Error(`Not plain, or twice: ${line.text}`)
      own.add(key)
      at++
      const value = valueOf(rest, indent)
      if (key === '<<') Object.assign(entries, value)
      else entries[key] = value
    }
    return entries
  }

  function valueOf(rest: string, indent: number): Yaml {
    const [, anchor] = /^&(\w+)$/.exec(rest) ?? []
    if (rest !== '' && anchor === undefined) return scalar(rest)
    const next = lines[at]
    const value = next !== undefined && next.indent > indent ? block(next.indent) : {}
    if (anchor !== undefined) anchors.set(anchor, value)
    return value
  }

  function scalar(text: string): Yaml {
    if (text.startsWith('*')) {
      const value = anchors.get(text.slice(1))
      if (value === undefined) throw new Error(`No anchor has the name of ${text}`)
      return value
    }
    if (/^['"[]/.test(text)) return JSON.parse(text.replaceAll("'", '"')) as Yaml
    if (/^[{|>&!%@`]| #|: /.test(text)) throw new Error(`Not plain: ${text}`)
    return text
  }

  const value = block(0)
  if (at < lines.length) throw new Error(`Wrongly indented: ${lines[at]?.text}`)
  return value
}

function isOf(line: Line | undefined, indent: number): line is Line {
  return line !== undefined && line.indent === indent
}
