// How long something was looked at. It promises to stand still while the page is hidden.

const longest = 86400e3;

export class Stopwatch {
  constructor() {
    this.passed = 0;
    this.since = null;
    this.turn = () => {
      this.passed = this.milliseconds();
      this.since = document.visibilityState === "visible" ? performance.now() : null;
    };
    this.start();
  }

  /** Begins, or goes on where it was stopped. */
  start() {
    this.turn();
    document.addEventListener("visibilitychange", this.turn);
  }

  /** What has passed until now, in whole milliseconds. */
  milliseconds() {
    const running = this.since === null ? 0 : performance.now() - this.since;
    return Math.min(longest, Math.round(this.passed + running));
  }

  stop() {
    this.passed = this.milliseconds();
    this.since = null;
    document.removeEventListener("visibilitychange", this.turn);
  }
}
