/** A file of this server, as the browser has it: from its cache, where it is there. Null: it did not come. */
export async function readOwnFile(path: `/${string}`): Promise<Uint8Array | null> {
  const response = await fetch(path).catch(() => null)
  return response?.ok === true ? new Uint8Array(await response.arrayBuffer()) : null
}
