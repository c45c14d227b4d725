import { expect, it } from "vitest";
import { formatCountdown, formatDay } from "../src/format/time";

it("counts down in minutes, and in hours where there are any", () => {
  expect(formatCountdown(466_000)).toBe("7:46");
  expect(formatCountdown(24_000)).toBe("0:24");
  expect(formatCountdown(3_725_000)).toBe("1:02:05");
});

it("never shows less than nothing, and says 1 for the last second", () => {
  expect(formatCountdown(-5)).toBe("0:00");
  expect(formatCountdown(1)).toBe("0:01");
});

it("puts the day before the month", () => {
  expect(formatDay(Date.UTC(2023, 10, 1, 12), "en-GB")).toBe("1 Nov");
});
