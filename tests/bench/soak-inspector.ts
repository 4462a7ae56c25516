/** The store of a process, as it says itself after its garbage was collected. */
export type Held = {
  readonly heapMb: number
  /** Of buffers outside of the heap. */
  readonly outsideMb: number
  /** Timers, sockets, requests, workers … that keep it alive, by kind. */
  readonly resources: Readonly<Record<string, number>>
}

export type Inspector = { readonly look: () => Promise<Held>; readonly close: () => void }

type Answer = {
  readonly id: number
  readonly result?: { readonly result?: { readonly value?: string } }
  readonly error?: { readonly message: string }
}

const megabyte = 1_048_576
const patienceMs = 60_000
const question = `JSON.stringify({ memory: process.memoryUsage(), kinds: process.getActiveResourcesInfo() })`

/**
 * Talks to a process that was started with --inspect, by the protocol of V8's inspector: the process needs no code for it, and is slowed
 * down by nothing as no debugger is switched on. @throws Error when it does not answer
 */
export async function openInspector(url: string): Promise<Inspector> {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`Nobody answers at ${url}.`)), { once: true })
  })
  let asked = 0

  function ask(method: string, params: object = {}): Promise<Answer> {
    asked += 1
    const id = asked
    const answering = new Promise<Answer>((resolve, reject) => {
      const hear = ({ data }: MessageEvent<string>) => {
        const answer = JSON.parse(data) as Answer
        if (answer.id !== id) return
        done()
        if (answer.error === undefined) resolve(answer)
        else reject(new Error(`${method}: ${answer.error.message}`))
      }
      const fail = () => {
        done()
        reject(new Error(`${method}: no answer from ${url}.`))
      }
      const timer = setTimeout(fail, patienceMs)
      const done = () => {
        clearTimeout(timer)
        socket.removeEventListener('message', hear)
        socket.removeEventListener('close', fail)
      }
      socket.addEventListener('message', hear)
      socket.addEventListener('close', fail)
    })
    socket.send(JSON.stringify({ id, method, params }))
    return answering
  }

  return {
    look: async () => {
      await ask('HeapProfiler.collectGarbage')
      const { result } = await ask('Runtime.evaluate', { expression: question, returnByValue: true })
      const { memory, kinds } = JSON.parse(result?.result?.value ?? 'null') as {
        readonly memory: NodeJS.MemoryUsage
        readonly kinds: readonly string[]
      }
      const resources: Record<string, number> = {}
      for (const kind of kinds) resources[kind] = (resources[kind] ?? 0) + 1
      return { heapMb: memory.heapUsed / megabyte, outsideMb: memory.external / megabyte, resources }
    },
    close: () => socket.close(),
  }
}
