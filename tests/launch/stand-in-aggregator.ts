/** Takes the place of the aggregator: says when it comes and that it was asked to go. */
setInterval(() => undefined, 1000)
process.once('SIGTERM', () => {
  console.log(`aggregator ${process.pid} stopped`)
  process.exit(0)
})
console.log(`aggregator ${process.pid} started`)
