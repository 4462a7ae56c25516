// Loaded into the processes of a server that a bench measures: names are asked of the bench's own name server.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

const { BENCH_NAME_SERVER: server } = process.env
const { Resolver } = dns.promises

if (server !== undefined) {
  dns.promises.Resolver = class extends Resolver {
    constructor(options) {
      super(options)
      this.setServers([server])
    }
  }
  syncBuiltinESMExports()
}
