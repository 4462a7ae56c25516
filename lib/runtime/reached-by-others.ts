import { config } from './config.ts'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/

/** Whether others than people at this machine may reach the server: it listens elsewhere, or is known by another name. */
export function isReachedByOthers(): boolean {
  const { host, publicUrl } = config()
  return !loopback.test(host) || !loopback.test(new URL(publicUrl).hostname)
}
