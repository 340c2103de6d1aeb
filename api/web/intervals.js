// How long until a card is asked again, and when that is. They promise to be short enough for
// a button on a phone, and the same for everybody.

const steps = [
  { below: 60, of: 1, unit: "s" },
  { below: 3600, of: 60, unit: "min" },
  { below: 86400, of: 3600, unit: "h" },
  { below: 30 * 86400, of: 86400, unit: "d" },
  { below: 365 * 86400, of: 30.44 * 86400, unit: "mo" },
  { below: Infinity, of: 365.25 * 86400, unit: "y" },
];

/** Seconds as they stand on a button: "10 min", "4 d", "2.3 mo". */
export function formatInterval(seconds) {
  const rounded = Math.max(0, Math.round(seconds));
  const { of, unit } = steps.find(({ below }) => rounded < below);
  const value = rounded / of;
  const isFine = (unit === "mo" || unit === "y") && value < 10;
  return `${isFine ? Number(value.toFixed(1)) : Math.round(value)} ${unit}`;
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** When something is due, seen from now: "in 6 minutes", "at 16:40", "tomorrow", "in 12 days". */
export function formatDue(due, now = Date.now()) {
  const at = new Date(due);
  const minutes = Math.ceil((at.getTime() - now) / 60000);
  if (minutes <= 0) {
    return "now";
  }
  if (minutes < 60) {
    return relative.format(minutes, "minute");
  }
  const days = Math.round((startOfDay(at) - startOfDay(new Date(now))) / 86400000);
  if (days < 1) {
    return `at ${clock.format(at)}`;
  }
  return days === 1 ? `tomorrow at ${clock.format(at)}` : relative.format(days, "day");
}

/** How long something took: "45 s", "3 min 20 s", "1 h 5 min". */
export function formatSpent(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) {
    return `${hours} h ${minutes} min`;
  }
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

const startOfDay = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
