package el

import (
	"strings"

	"box2el-owl/owl"
)

func parseDateTime(l *owl.Literal) (value, bool) {
	form, zoned, ok := timeForm(l.Lexical)
	v := value{valueKey: valueKey{space: times, form: form}, rank: moments}
	if zoned {
		v.rank = stamps
	}
	return v, ok
}

func parseDateTimeStamp(l *owl.Literal) (value, bool) {
	v, ok := parseDateTime(l)
	return v, ok && v.rank == stamps
}

// timeForm returns a dateTime as its seven properties (XML Schema 1.1, part 2, sections 3.3.7 and
// D.2): values with different offsets are different, even if they are the same instant. 24:00:00 is
// the beginning of the next day.
func timeForm(s string) (form string, zoned, ok bool) {
	year, rest, ok := cutYear(s)
	const layout = "-00-00T00:00:00"
	if !ok || len(rest) < len(layout) {
		return "", false, false
	}
	for i := range len(layout) {
		if c := rest[i]; layout[i] == '0' && (c < '0' || c > '9') ||
			layout[i] != '0' && c != layout[i] {
			return "", false, false
		}
	}
	month, day := twoDigits(rest[1:]), twoDigits(rest[4:])
	hour, minute, second := twoDigits(rest[7:]), twoDigits(rest[10:]), twoDigits(rest[13:])
	fraction, offset := cutFraction(rest[len(layout):])
	zone, ok := zoneForm(offset)
	if !ok || fraction == "." || month < 1 || month > 12 || day < 1 || day > daysIn(month, year) ||
		minute > 59 || second > 59 {
		return "", false, false
	}
	fraction = strings.TrimRight(strings.TrimRight(fraction, "0"), ".")
	if hour > 24 || hour == 24 && (minute > 0 || second > 0 || fraction != "") {
		return "", false, false
	}
	if hour == 24 {
		hour, day = 0, day+1
		if day > daysIn(month, year) {
			day, month = 1, month+1
		}
		if month > 12 {
			month, year = 1, nextYear(year)
		}
	}
	b := make([]byte, 0, len(s)+1)
	b = append(b, year...)
	for i, n := range [5]int{month, day, hour, minute, second} {
		b = append(b, "--T::"[i], byte('0'+n/10), byte('0'+n%10))
	}
	b = append(b, fraction...)
	b = append(b, zone...)
	return string(b), zone != "", true
}

// cutYear splits off the year and drops the sign of a negative zero.
func cutYear(s string) (year, rest string, ok bool) {
	digits := strings.TrimPrefix(s, "-")
	n := 0
	for n < len(digits) && '0' <= digits[n] && digits[n] <= '9' {
		n++
	}
	if n < 4 || n > 4 && digits[0] == '0' {
		return "", "", false
	}
	year, rest = digits[:n], digits[n:]
	if len(digits) < len(s) && year != "0000" {
		year = s[:n+1]
	}
	return year, rest, true
}

func twoDigits(s string) int { return int(s[0]-'0')*10 + int(s[1]-'0') }

// cutFraction splits off the decimal point and the digits after it.
func cutFraction(s string) (fraction, rest string) {
	n := 0
	if strings.HasPrefix(s, ".") {
		for n = 1; n < len(s) && '0' <= s[n] && s[n] <= '9'; n++ {
		}
	}
	return s[:n], s[n:]
}

// zoneForm returns an offset of the time zone, "Z" if it is zero, "" if s has none.
func zoneForm(s string) (form string, ok bool) {
	switch {
	case s == "" || s == "Z":
		return s, true
	case len(s) != len("+00:00") || s[0] != '+' && s[0] != '-' || s[3] != ':' ||
		!owl.IsDigits(s[1:3]) || !owl.IsDigits(s[4:]):
		return "", false
	}
	hours, minutes := twoDigits(s[1:]), twoDigits(s[4:])
	switch {
	case minutes > 59 || hours > 14 || hours == 14 && minutes > 0:
		return "", false
	case hours == 0 && minutes == 0:
		return "Z", true
	}
	return s, true
}

// daysIn returns the length of a month. year has four or more digits; the last four decide.
func daysIn(month int, year string) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		last := year[len(year)-4:] // 10000 is a multiple of 400
		y := twoDigits(last)*100 + twoDigits(last[2:])
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// nextYear adds one to a year.
func nextYear(year string) string {
	if before, negative := strings.CutPrefix(year, "-"); negative {
		if before == "0001" {
			return "0000"
		}
		digits := decrement(before)
		return "-" + strings.Repeat("0", max(0, 4-len(digits))) + digits
	}
	digits := increment(year)
	return strings.Repeat("0", max(0, 4-len(digits))) + digits
}

// increment adds one to a number of digits.
func increment(digits string) string {
	b := []byte(digits)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] != '9' {
			b[i]++
			return string(b)
		}
		b[i] = '0'
	}
	return "1" + string(b)
}

// decrement subtracts one from a positive number of digits.
func decrement(digits string) string {
	b := []byte(digits)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] != '0' {
			b[i]--
			break
		}
		b[i] = '9'
	}
	if short := strings.TrimLeft(string(b), "0"); short != "" {
		return short
	}
	return "0"
}
