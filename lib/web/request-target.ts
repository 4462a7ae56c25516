/** Whether Next can read what a request asks for. Of the rest it says in the log that it cannot, with a trace, or answers 500. */
export function isReadable(target: string): boolean {
  const isAddress = target.startsWith('/') || URL.canParse(target)
  return isAddress && isDecodable(target.split('?', 1)[0] ?? '')
}

/** Whether each percent sign of a path begins a letter. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
