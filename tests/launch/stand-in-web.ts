import { createServer } from 'node:http'

/** Takes the place of the web server: tells what it got, and crashes on demand. */
const [port] = process.argv.slice(2)
createServer((request, response) => {
  if (request.url === '/crash') process.exit(7)
  const { DATABASE_URL, AUTH_SECRET } = process.env
  response.end(JSON.stringify({ pid: process.pid, DATABASE_URL, AUTH_SECRET }))
}).listen(Number(port), '127.0.0.1')
