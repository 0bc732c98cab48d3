package el

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"box2el-owl/owl"
)

// dateTime matches the lexical forms of xsd:dateTime, apart from the length of months and the hour
// 24: year, month, day, hour, minute, second, fraction, offset.
var dateTime = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(-?(?:[1-9]\d{3,}|0\d{3}))-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])` +
		`T([01]\d|2[0-4]):([0-5]\d):([0-5]\d)(\.\d+)?` +
		`(Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?$`)
})

// maxYear is the number of characters of a year above which a dateTime is vague.
const maxYear = 10

// parseDateTime returns a dateTime by its seven properties (XML Schema 1.1, part 2, sections 3.3.7
// and D.2): values with different offsets are different, even if they are the same instant.
// 24:00:00 is the beginning of the next day.
func parseDateTime(l *owl.Literal) (value, bool) {
	parts := dateTime().FindStringSubmatch(l.Lexical)
	if parts == nil {
		return value{}, false
	}
	v := value{valueKey: valueKey{space: times, form: l.Lexical}, rank: stamps}
	zone := parts[8]
	switch zone {
	case "":
		v.rank = moments
	case "+00:00", "-00:00":
		zone = "Z"
	}
	if len(parts[1]) > maxYear {
		v.vague = true
		return v, true
	}
	day, hour := twoDigits(parts[3]), twoDigits(parts[4])
	year, _ := strconv.Atoi(parts[1])
	date := time.Date(year, time.Month(twoDigits(parts[2])), day, 0, 0, 0, 0, time.UTC)
	clock := parts[5] + ":" + parts[6] + strings.TrimRight(strings.TrimRight(parts[7], "0"), ".")
	if date.Day() != day || hour == 24 && clock != "00:00" {
		return value{}, false
	}
	date = date.Add(time.Duration(hour) * time.Hour)
	v.form = date.Format("2006-01-02T15:") + clock + zone
	return v, true
}

func twoDigits(s string) int { return int(s[0]-'0')*10 + int(s[1]-'0') }

func parseDateTimeStamp(l *owl.Literal) (value, bool) {
	v, ok := parseDateTime(l)
	return v, ok && v.rank == stamps
}
