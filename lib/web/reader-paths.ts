import { isDecodable } from './request-target.ts'

/** Addresses that the protocols of reader apps fix, with whatever stands behind them. */
const readerPath =
  /^[/\\]+(?:reader|accounts|fever|v1|api[/\\]+greader\.php|api[/\\]+fever\.php)(?=[/\\?]|$)/i
/** Behind these a stream stands in the path. */
const beforeStream = /\/(?:stream\/contents|reader\/atom|api\/0\/atom)\//

/**
 * The address of a reader app's request in the one spelling that needs no redirection: Next answers a slash at the end and double ones with
 * one, which makes a GET of an app's POST. The stream that stands in the path of stream/contents and of Atom, its slashes as they are
 * ("feed/http://…"), becomes the parameter `s`. Other addresses stay as they are.
 */
export function plainReaderPath(url: string): string {
  if (!readerPath.test(url)) return url
  const at = url.indexOf('?')
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
  const found = beforeStream.exec(path)
  const streamAt = found === null ? path.length : found.index + found[0].length
  const stream = path.slice(streamAt)
  const parameters = [stream === '' ? '' : `s=${asValue(stream)}`, query].filter((part) => part !== '')
  const plain = plainPath(path.slice(0, streamAt))
  return parameters.length === 0 ? plain : `${plain}?${parameters.join('&')}`
}

function plainPath(path: string): string {
  const plain = path.replaceAll('\\', '/').replace(/\/{2,}/g, '/')
  const [root = plain] = readerPath.exec(plain) ?? []
  const known = root.toLowerCase() + plain.slice(root.length)
  return isDecodable(known) ? known.replace(/(?<=.)\/$/, '') : `${root.toLowerCase()}/unknown`
}

/** A part of a path as the value of a parameter: percent signs stay, signs that mean something in a query do not. */
function asValue(stream: string): string {
  return stream.replaceAll('&', '%26').replaceAll('+', '%2B').replaceAll('#', '%23')
}
