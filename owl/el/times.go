package el

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

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

// dateTime matches the lexical forms of xsd:dateTime, apart from the length of months and the hour
// 24: year, month, day, hour, minute, second, fraction, offset.
var dateTime = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(-?(?:[1-9]\d{3,}|0\d{3}))-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])` +
		`T([01]\d|2[0-4]):([0-5]\d):([0-5]\d)(\.\d+)?` +
		`(Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?$`)
})

// timeForm returns a dateTime as its seven properties (XML Schema 1.1, part 2, sections 3.3.7 and
// D.2): values with different offsets are different, even if they are the same instant. 24:00:00 is
// the beginning of the next day.
func timeForm(s string) (form string, zoned, ok bool) {
	parts := dateTime().FindStringSubmatch(s)
	if parts == nil {
		return "", false, false
	}
	year, zone := parts[1], parts[8]
	if year == "-0000" {
		year = "0000"
	}
	month, day, hour := twoDigits(parts[2]), twoDigits(parts[3]), twoDigits(parts[4])
	clock := parts[5] + ":" + parts[6] + strings.TrimRight(strings.TrimRight(parts[7], "0"), ".")
	if day > daysIn(month, year) || hour == 24 && clock != "00:00" {
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
	if zone == "+00:00" || zone == "-00:00" {
		zone = "Z"
	}
	form = fmt.Sprintf("%s-%02d-%02dT%02d:%s%s", year, month, day, hour, clock, zone)
	return form, zone != "", true
}

func twoDigits(s string) int { return int(s[0]-'0')*10 + int(s[1]-'0') }

// daysIn returns the length of a month. year has four or more digits; the last four decide, because
// 10000 is a multiple of 400.
func daysIn(month int, year string) int {
	last := year[len(year)-4:]
	y := twoDigits(last)*100 + twoDigits(last[2:])
	return time.Date(y, time.Month(month+1), 0, 0, 0, 0, 0, time.UTC).Day()
}

// nextYear adds one to a year.
func nextYear(year string) string {
	digits, negative := strings.CutPrefix(year, "-")
	b := []byte(digits)
	i := len(b) - 1
	if !negative {
		for ; i >= 0 && b[i] == '9'; i-- {
			b[i] = '0'
		}
		if i < 0 {
			return "1" + string(b)
		}
		b[i]++
		return string(b)
	}
	for ; b[i] == '0'; i-- {
		b[i] = '9'
	}
	b[i]--
	switch {
	case string(b) == "0000":
		return "0000"
	case len(b) > 4 && b[0] == '0':
		b = b[1:]
	}
	return "-" + string(b)
}
