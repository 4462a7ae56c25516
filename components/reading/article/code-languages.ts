import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
}
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)

/** Tried where a publisher does not name the language. Each one costs time, and rare ones only mislead. */
const guessed = [
  'bash',
  'cpp',
  'css',
  'go',
  'java',
  'javascript',
  'json',
  'python',
  'rust',
  'sql',
  'xml',
  'yaml',
]

/** A guess needs so many signs of its language, and a quarter more than its rival: plain words stay plain. */
const leastRelevance = 5
const leastLead = 1.25

/** The part of a code that has one meaning: where it stands, in UTF-16 units, and what it is. */
export type CodePart = { readonly start: number; readonly end: number; readonly kind: string }

/** Whether the highlighter knows a language by this name. */
export function knowsLanguage(name: string): boolean {
  return highlighter.getLanguage(name) !== undefined
}

/**
 * The language that a code is most likely written in; null: none is likely.
 * @param code its beginning: each language reads all of it
 * @param pause lets the browser do something else between two languages
 */
export async function guessCodeLanguage(code: string, pause: () => Promise<void>): Promise<string | null> {
  let best = { name: '', relevance: 0 }
  let rival = 0
  for (const name of guessed) {
    const { relevance } = highlighter.highlight(code, { language: name, ignoreIllegals: false })
    if (relevance > best.relevance) [best, rival] = [{ name, relevance }, best.relevance]
    else rival = Math.max(rival, relevance)
    await pause()
  }
  return best.relevance >= leastRelevance && best.relevance >= rival * leastLead ? best.name : null
}

/**
 * The parts of a code. The highlighter writes HTML: it is read as a document that shows and loads nothing, and only the
 * names and places of its elements are taken from it, so that no HTML of a stranger gets into the page.
 */
export function partsOf(code: string, language: string): readonly CodePart[] {
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true })
  const { body } = new DOMParser().parseFromString(`<code>${value}</code>`, 'text/html')
  const parts: CodePart[] = []
  let at = 0
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const start = at
    at += node.textContent?.length ?? 0
    const kind = /hljs-(\w+)/.exec(node.parentElement?.className ?? '')?.[1]
    if (kind !== undefined) parts.push({ start, end: at, kind })
  }
  // Parsers change some line ends and signs: where anything is not as it was written, nothing is coloured.
  return at === code.length ? parts : []
}
